// The pencil: lines and words on what lies there, in the piece's own millimetres, and with it wherever it goes.
const SVG = "http://www.w3.org/2000/svg";
let writing = false;
const inkKey = (item) => `${item.p}/${item.s}`;
const inkOf = (item) => state.ink[inkKey(item)] ?? [];
const canWrite = (pile) => ["board", "sheet", "card", "tile"].includes(sortOf(pile)) && !isHidden(pile.items[0]);

function drawInk(element, pile) {
  const marks = inkOf(pile.items[0]), drawn = JSON.stringify(marks);
  if ((element.ink ?? "[]") === drawn) return;
  element.ink = drawn;
  element.querySelector(".ink")?.remove();
  if (!marks.length) return;
  const sheet = document.createElementNS(SVG, "svg"), [w, h] = sizeOf(pile);
  sheet.setAttribute("class", "ink");
  sheet.setAttribute("viewBox", `0 0 ${w} ${h}`);
  for (const mark of marks) sheet.append(mark.line ? lineOf(mark.line) : wordsOf(mark));
  element.append(sheet);
}

function lineOf(line) {
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", "M" + Array.from({ length: line.length / 2 }, (_, n) => `${line[2 * n]} ${line[2 * n + 1]}`).join("L"));
  return path;
}

function wordsOf({ x, y, text }) {
  const words = document.createElementNS(SVG, "text");
  words.setAttribute("x", x);
  words.setAttribute("y", y);
  words.textContent = text;
  return words;
}

// A point of the table on a pile, from the left top corner of its face.
function onPile(pile, { x, y }) {
  const [w, h] = sizeOf(pile), turn = (-pile.turn * Math.PI) / 180, dx = x - pile.x, dy = y - pile.y;
  const round = (value) => Math.round(value * 10) / 10;
  return [round(dx * Math.cos(turn) - dy * Math.sin(turn) + w / 2), round(dx * Math.sin(turn) + dy * Math.cos(turn) + h / 2)];
}

function addInk(pile, mark) {
  const key = inkKey(pile.items[0]);
  change(() => { state.ink[key] = [...(state.ink[key] ?? []), mark]; });
  render();
}

// A stroke while it is drawn: shown at once, kept when the pencil is lifted.
class PencilStroke {
  constructor(pile, event) {
    this.pile = pile;
    this.line = onPile(pile, onTable(event.clientX, event.clientY));
    this.at = event;
  }

  move(event) {
    const [x, y] = onPile(this.pile, onTable(event.clientX, event.clientY));
    const [lastX, lastY] = this.line.slice(-2);
    if (Math.hypot(x - lastX, y - lastY) < 0.5) return;
    this.line.push(x, y);
    const element = shown.get(this.pile.id);
    let sheet = element.querySelector(".ink");
    if (!sheet) {
      sheet = document.createElementNS(SVG, "svg");
      sheet.setAttribute("class", "ink");
      sheet.setAttribute("viewBox", `0 0 ${sizeOf(this.pile).join(" ")}`);
      element.append(sheet);
    }
    this.path?.remove();
    this.path = lineOf(this.line);
    sheet.append(this.path);
  }

  end() {
    if (this.line.length < 4) return typeAt(this.pile, this.line, this.at.clientX, this.at.clientY);
    shown.get(this.pile.id).ink = "drawn";
    addInk(this.pile, { line: this.line });
  }
}

// A field to type in, where the words will stand.
function typeAt(pile, [x, y], clientX, clientY) {
  const field = make("input", "typed", document.body);
  field.maxLength = 60;
  field.setAttribute("aria-label", "What to write");
  field.style.left = `${Math.max(0, Math.min(clientX, innerWidth - 200))}px`;
  field.style.top = `${clientY - 16}px`;
  let done = false;
  const end = (kept) => {
    if (done) return;
    done = true;
    const text = field.value.trim();
    field.remove();
    if (kept && text) addInk(pile, { x, y: Math.round((y + 1.8) * 10) / 10, text });
  };
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") end(true);
    if (event.key === "Escape") end(false);
  });
  field.addEventListener("blur", () => end(true));
  setTimeout(() => field.focus());
}

function writeInMiddle(pile) {
  const box = shown.get(pile.id).getBoundingClientRect(), [w, h] = sizeOf(pile);
  typeAt(pile, [w / 4, h / 2], box.left + box.width / 2, box.top + box.height / 2);
}
