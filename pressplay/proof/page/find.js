// Search: words that must all be there, or an expression such as  bpm > 120 and color == "red".

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(\d+(?:\.\d+)?)|(==|!=|<=|>=|<|>|\(|\)|-)|([\p{L}_][\p{L}\p{N}_.-]*))/uy;

// A function that tells whether a piece is meant; throws an Error in words when the expression has a mistake.
function finder(query, names) {
  const wanted = query.trim();
  if (!wanted) return () => true;
  if (!/[<>=!]=|[<>]|["']|\b(and|or|not|in)\b/.test(wanted)) {
    const words = wanted.toLowerCase().split(/\s+/);
    return (piece) => words.every((word) => wordsOf(piece).includes(word));
  }
  const tree = new ExpressionReader(wanted, names).read();
  return (piece) => Boolean(valueOf(tree, piece));
}

function wordsOf(piece) {
  piece.words ??= `${piece.id} ${piece.title} ${piece.kind} ${JSON.stringify(Object.values(piece.values))}`.toLowerCase();
  return piece.words;
}

class ExpressionReader {
  constructor(text, names) {
    this.names = names;
    this.tokens = [];
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < text.trimEnd().length) {
      const at = TOKEN.lastIndex, match = TOKEN.exec(text);
      if (!match) throw new Error(`cannot be understood from “${text.slice(at).trim()}” on`);
      const [, quoted, number, sign, name] = match;
      if (quoted) this.tokens.push({ value: quoted.slice(1, -1).replace(/\\(.)/g, "$1") });
      else if (number) this.tokens.push({ value: Number(number) });
      else this.tokens.push({ word: sign || name });
    }
  }

  read() {
    const tree = this.either();
    if (this.tokens.length) throw new Error(`“${this.tokens[0].word ?? this.tokens[0].value}” is too much`);
    return tree;
  }

  take(...words) {
    return words.includes(this.tokens[0]?.word) ? this.tokens.shift().word : "";
  }

  either() {
    let left = this.both();
    while (this.take("or")) left = { sort: "or", left, right: this.both() };
    return left;
  }

  both() {
    let left = this.negated();
    while (this.take("and")) left = { sort: "and", left, right: this.negated() };
    return left;
  }

  negated() {
    return this.take("not") ? { sort: "not", left: this.negated() } : this.compared();
  }

  compared() {
    const left = this.single();
    let sort = this.take("==", "!=", "<=", ">=", "<", ">", "in");
    if (!sort && this.tokens[0]?.word === "not" && this.tokens[1]?.word === "in") {
      this.tokens.splice(0, 2);
      return { sort: "not", left: { sort: "in", left, right: this.single() } };
    }
    return sort ? { sort, left, right: this.single() } : left;
  }

  single() {
    if (this.take("(")) {
      const inner = this.either();
      if (!this.take(")")) throw new Error("a ) is missing");
      return inner;
    }
    if (this.take("-")) return { sort: "minus", left: this.single() };
    const token = this.tokens.shift();
    if (!token) throw new Error("something is missing at the end");
    if ("value" in token) return { sort: "value", value: token.value };
    if (["true", "false"].includes(token.word)) return { sort: "value", value: token.word === "true" };
    if (!/^[\p{L}_]/u.test(token.word)) throw new Error(`“${token.word}” stands where a value should`);
    if (!this.names.has(token.word.split(".")[0])) throw new Error(`there is no field ${token.word}; there are ${[...this.names].join(", ")}`);
    return { sort: "name", name: token.word };
  }
}

function valueOf(tree, piece) {
  const left = () => valueOf(tree.left, piece), right = () => valueOf(tree.right, piece);
  switch (tree.sort) {
    case "value": return tree.value;
    case "name": return tree.name.split(".").reduce((value, key) => value?.[key], { ...piece.values, id: piece.id, title: piece.title, copies: piece.copies, kind: piece.kind });
    case "and": return left() && right();
    case "or": return left() || right();
    case "not": return !left();
    case "minus": return -left();
    case "==": return left() === right();
    case "!=": return left() !== right();
    case "in": { const whole = right(); return Array.isArray(whole) ? whole.includes(left()) : String(whole ?? "").includes(String(left())); }
  }
  const [a, b] = [left(), right()];
  if (a === undefined || b === undefined || typeof a !== typeof b) return false;
  return tree.sort === "<" ? a < b : tree.sort === ">" ? a > b : tree.sort === "<=" ? a <= b : a >= b;
}

export { finder };
