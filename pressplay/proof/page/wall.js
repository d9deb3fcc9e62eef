// The wall: every piece, in rows that are made when they come into sight.

import { OFFLINE, check, count, h, fill, select } from "./dom.js";
import { face } from "./faces.js";
import { finder } from "./find.js";

const GAP = 12, NAME = 22, HEADING = 46, AHEAD = 700;
const EYES = [["", "own eyes"], ["greyscale", "greyscale"], ["protanopia", "no red cones"], ["deuteranopia", "no green cones"], ["tritanopia", "no blue cones"], ["arm", "at arm’s length"]];
const OVERS = [["trim", "trim line"], ["bleed", "bleed"], ["safe", "safe zone"], ["parts", "named parts"], ["slots", "slots"]];

class Wall {
  constructor(room, main) {
    this.room = room;
    this.main = main;
    this.tools = h("div", { class: "tools", role: "search" });
    this.wall = h("div", { class: "wall" });
    this.rows = [];
    this.shown = new Map();
    fill(main, this.tools, this.wall);
    this.listening = new AbortController();
    main.addEventListener("scroll", () => this.draw(), { passive: true, signal: this.listening.signal });
    this.watching = new ResizeObserver(() => this.arrange());
    this.watching.observe(main);
    main.addEventListener("keydown", (event) => this.walk(event), { signal: this.listening.signal });
    this.build();
    this.arrange();
  }

  close() {
    this.listening.abort();
    this.watching.disconnect();
  }

  // The tools stay as they are while one types; what they say is in the address.
  build() {
    const { game } = this.room, look = this.room.look;
    const set = (name) => (value) => { this.room.set(name, value); this.refresh(); };
    const fields = [...new Set(game.kinds.flatMap((kind) => Object.entries(kind.fields).filter(([, field]) => !["list", "record", "other"].includes(field.sort)).map(([name]) => name)))];
    const names = fields.map((name) => [name, name]);
    this.words = h("span", { class: "found", role: "status" });
    const search = h("input", { type: "search", value: look.q || "", placeholder: "words, or bpm > 120 and color == \"red\"", "aria-label": "Find pieces by words or an expression", id: "find", oninput: (event) => set("q")(event.target.value) });
    const size = h("input", { type: "range", min: 0.8, max: 12, step: 0.1, value: look.size || 2.6, oninput: (event) => { this.room.set("real", ""); set("size")(event.target.value); } });
    const overs = new Set((look.over || "").split(",").filter(Boolean));
    fill(this.tools, 
      search, this.words,
      select("", [["", "every kind"], ...game.kinds.map((kind) => [kind.id, kind.title])], look.kind || "", set("kind")),
      select("group by", [["", "kind"], ["-", "nothing"], ...names], look.group || "", set("group")),
      select("sort by", [["", "file"], ["title", "title"], ...names.filter(([name]) => name !== "title")], look.sort || "", set("sort")),
      select("show", [["", "fronts"], ["back", "backs"], ["both", "both sides"], ["flip", "flip on touch"]], look.side || "", set("side")),
      h("label", {}, "size", size),
      h("details", { class: "menu" }, h("summary", {}, "Look"), h("div", {},
        check("real size", Boolean(look.real), (on) => set("real")(on ? "1" : "")),
        h("button", { onclick: () => this.room.ruler(() => this.refresh()) }, "Check with a ruler …"),
        check("copies one by one", Boolean(look.copies), (on) => set("copies")(on ? "1" : "")),
        select("seen with", EYES, look.eyes || "", set("eyes")),
        OFFLINE ? null : check("in lines, as --ink-saver prints", Boolean(look.ink), (on) => set("ink")(on ? "1" : "")),
        ...OVERS.map(([name, label]) => check(label, overs.has(name), (on) => { on ? overs.add(name) : overs.delete(name); set("over")([...overs].join(",")); })),
      )),
      ...(OFFLINE ? [] : [h("button", { onclick: () => this.room.newPiece() }, "New piece …")]),
    );
  }

  refresh() {
    this.arrange();
  }

  // New pictures come in place: the view does not move.
  update() {
    this.arrange();
  }

  chosen() {
    const { game, look } = this.room;
    const kinds = new Map(game.kinds.map((kind, index) => [kind.id, { ...kind, index }]));
    let pieces = [...game.pieces, ...game.unread.map((one) => ({ ...one, values: {}, id: "", copies: 1, unread: true, front: null }))];
    pieces.sort((a, b) => kinds.get(a.kind).index - kinds.get(b.kind).index || a.index - b.index);
    if (look.kind) pieces = pieces.filter((piece) => piece.kind === look.kind);
    const names = new Set(["id", "title", "copies", "kind", ...game.kinds.flatMap((kind) => Object.keys(kind.fields))]);
    try {
      pieces = pieces.filter(finder(look.q || "", names));
      this.words.classList.remove("wrong");
      this.words.textContent = `${count(pieces.length, "piece")}`;
    } catch (mistake) {
      this.words.classList.add("wrong");
      this.words.textContent = mistake.message;
    }
    if (look.sort) pieces = pieces.map((piece) => [sortKey(piece, look.sort), piece]).sort(([a], [b]) => compare(a, b)).map(([, piece]) => piece);
    if (look.copies) pieces = pieces.flatMap((piece) => Array(Math.max(1, piece.copies)).fill(piece));
    return { pieces, kinds };
  }

  arrange() {
    const { look } = this.room;
    const { pieces, kinds } = this.chosen();
    this.scale = look.real || look.eyes === "arm" ? this.room.mm() * (look.eyes === "arm" ? 0.6 : 1) : Number(look.size || 2.6);
    const room = this.main.clientWidth - 30;
    const groups = new Map();
    for (const piece of pieces) {
      const name = look.group === "-" ? "" : look.group ? `${look.group}: ${show(piece.values[look.group])}` : kinds.get(piece.kind).title;
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(piece);
    }
    this.rows = [];
    let y = 8;
    for (const [name, members] of groups) {
      if (name) {
        const copies = members.reduce((sum, piece) => sum + (look.copies ? 1 : piece.copies), 0);
        this.rows.push({ y, height: HEADING, heading: name, note: copies === members.length ? count(members.length, "piece") : `${count(members.length, "design")}, ${copies} copies` });
        y += HEADING;
      }
      let row = null, x = 0;
      for (const piece of members) {
        const kind = kinds.get(piece.kind), sides = look.side === "both" && piece.back ? 2 : 1;
        const width = kind.width * this.scale * sides + (sides - 1) * 4, height = kind.height * this.scale + NAME + GAP;
        if (!row || x + width > room) {
          row = { y, height: 0, cards: [] };
          this.rows.push(row);
          x = 0;
        }
        row.cards.push({ piece, kind });
        x += width + GAP;
        const grown = Math.max(row.height, height);
        y += grown - row.height;
        row.height = grown;
      }
      y += 6;
    }
    this.wall.style.height = `${y + 40}px`;
    this.wall.className = `wall ${look.eyes || ""} ${look.side === "flip" ? "flip" : ""}`;
    this.draw();
  }

  draw() {
    const top = this.main.scrollTop - this.wall.offsetTop - AHEAD, bottom = top + this.main.clientHeight + 2 * AHEAD;
    const wanted = new Map();
    for (const row of this.rows) {
      if (row.y + row.height >= top && row.y <= bottom) wanted.set(this.nameOf(row), row);
    }
    for (const [name, element] of this.shown) {
      if (!wanted.has(name) && !element.contains(document.activeElement)) {
        element.remove();
        this.shown.delete(name);
      }
    }
    let before = null;
    for (const [name, row] of wanted) {
      let element = this.shown.get(name);
      if (!element) {
        element = this.row(row);
        this.shown.set(name, element);
        before ? before.after(element) : this.wall.prepend(element);
      }
      element.style.transform = `translateY(${row.y}px)`;
      before = element;
    }
  }

  // What a row shows, so that it is made anew exactly when that changes.
  nameOf(row) {
    if (row.heading) return `${row.heading}|${row.note}`;
    const { look } = this.room;
    const cards = row.cards.map(({ piece }) => `${piece.kind}/${piece.id || piece.index}/${piece.title}/${piece.copies}/${piece.front}/${piece.back}/${this.room.problemsOf(piece).map((one) => one.message)}`);
    row.name ??= `${row.cards[0].piece.kind}|${cards}|${this.scale}|${look.side}|${look.over}|${look.ink}|${look.copies}|${row.y}`;
    return row.name;
  }

  row(row) {
    if (row.heading) return h("div", { class: "row", style: { height: `${row.height - 8}px` } }, h("h2", {}, row.heading, h("small", {}, row.note)));
    return h("div", { class: "row" }, row.cards.map(({ piece, kind }) => this.card(piece, kind)));
  }

  card(piece, kind) {
    const { look } = this.room, problems = this.room.problemsOf(piece);
    const looks = { ink: Boolean(look.ink), over: (look.over || "").split(",") };
    const one = (side) => face(kind, piece[side], this.scale, { ...looks, side });
    let sides;
    if (piece.unread || !piece.back) sides = [one("front")];
    else if (look.side === "both") sides = [one("front"), one("back")];
    else if (look.side === "flip") { sides = [one("back"), one("front")]; sides[0].classList.add("other"); }
    else sides = [one(look.side === "back" ? "back" : "front")];
    if (problems.length) {
      const main = sides[sides.length - 1];
      main.classList.add("wrong");
      main.append(h("span", { class: "badge" }, String(problems.length)), h("span", { class: "message" }, problems[0].message));
    }
    const width = kind.width * this.scale * (look.side === "both" && piece.back ? 2 : 1);
    const label = `${piece.title || "a piece that cannot be read"}, ${kind.title}${piece.copies !== 1 ? `, ${count(piece.copies, "cop").replace(/cop$/, "copy").replace(/cops$/, "copies")}` : ""}${problems.length ? `, ${count(problems.length, "problem")}: ${problems[0].message}` : ""}`;
    return h("button", { class: `card${problems.length ? " wrong" : ""}`, "aria-label": label, "data-piece": `${kind.id}/${piece.id}`, onclick: () => this.room.go({ piece: piece.id ? `${kind.id}/${piece.id}` : `${kind.id}/${piece.index}?` }) },
      h("span", { class: "sides" }, sides),
      h("span", { class: "name", style: { width: `${Math.max(width, 30)}px` } }, h("b", {}, piece.title || "?"), piece.copies !== 1 && !look.copies ? ` × ${piece.copies}` : ""));
  }

  // Arrow keys walk from card to card.
  walk(event) {
    const card = event.target.closest?.(".card");
    if (!card || !["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(event.key)) return;
    const cards = [...this.wall.querySelectorAll(".card")].map((one) => [one, one.getBoundingClientRect()]).sort(([, a], [, b]) => a.top - b.top || a.left - b.left);
    const index = cards.findIndex(([one]) => one === card), here = cards[index][1];
    let next;
    if (event.key === "ArrowLeft") next = cards[index - 1];
    else if (event.key === "ArrowRight") next = cards[index + 1];
    else if (event.key === "Home") next = cards[0];
    else if (event.key === "End") next = cards[cards.length - 1];
    else {
      const down = event.key === "ArrowDown" ? 1 : -1;
      const beyond = cards.filter(([, box]) => (box.top - here.top) * down > 4);
      const line = beyond.length ? (down > 0 ? beyond[0][1].top : beyond[beyond.length - 1][1].top) : 0;
      next = beyond.filter(([, box]) => Math.abs(box.top - line) < 4).sort(([, a], [, b]) => Math.abs(a.left - here.left) - Math.abs(b.left - here.left))[0];
    }
    if (next) {
      event.preventDefault();
      next[0].focus();
      next[0].scrollIntoView({ block: "nearest" });
    }
  }
}

function show(value) {
  return value === undefined || value === null ? "nothing" : Array.isArray(value) ? value.join(", ") : String(value);
}

function sortKey(piece, name) {
  return name === "title" ? piece.title : name === "copies" ? piece.copies : piece.values[name];
}

function compare(a, b) {
  if (a === undefined || b === undefined) return (a === undefined) - (b === undefined);
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), undefined, { numeric: true });
}

export { Wall };
