// The proof room: what is shown, where one is (in the address), and what follows when a file is saved.

import { OFFLINE, count, get, h, fill, post, say, select } from "./dom.js";
import { Grid } from "./grid.js";
import { Facts, Problems } from "./lists.js";
import { Changes, Numbers, Outputs, Rulebook, Sheets, Table } from "./pages.js";
import { PieceView } from "./piece.js";
import { Wall } from "./wall.js";

const VIEWS = { "": ["Wall", Wall], grid: ["Grid", Grid], problems: ["Problems", Problems], facts: ["Facts & rules", Facts], sheets: ["Sheets", Sheets], rulebook: ["Rulebook", Rulebook], table: ["Table", Table], numbers: ["Numbers", Numbers], changes: ["Changes", Changes], outputs: ["Files", Outputs] };
const STANDARD_MM = 96 / 25.4;

class Room {
  constructor() {
    this.head = document.getElementById("head");
    this.main = document.getElementById("main");
    this.sheets = new Map();
    document.getElementById("skip").addEventListener("click", () => this.main.focus());
    window.addEventListener("hashchange", () => this.route());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  async open() {
    await this.load();
    if (!OFFLINE) this.listen();
  }

  // What the room shows now; the view keeps its place.
  async load() {
    const state = OFFLINE || (await get("/api/state"));
    const first = !this.state;
    this.state = state;
    this.sheets.clear();
    document.getElementById("fonts")?.setAttribute("href", `/fonts.css?${state.fonts}`);
    this.byPiece = new Map();
    for (const problem of state.problems) {
      if (problem.index === undefined) continue;
      const name = `${problem.game}/${problem.kind}/${problem.index}`;
      this.byPiece.set(name, [...(this.byPiece.get(name) || []), problem]);
    }
    if (first) this.route();
    else {
      this.game = state.games.find((one) => one.id === this.game?.id) || state.games[0];
      this.header();
      if (this.view && this.game) this.view.update();
      else this.route();
    }
    document.documentElement.dataset.revision = state.revision;
  }

  listen() {
    const events = new EventSource("/api/events");
    events.addEventListener("state", (event) => {
      this.live = true;
      if (JSON.parse(event.data).revision !== this.state.revision) this.load();
      else this.header();
    });
    events.addEventListener("making", (event) => {
      const doing = document.getElementById("doing");
      if (doing) doing.textContent = JSON.parse(event.data).doing;
    });
    events.onerror = () => { this.live = false; this.header(); };
  }

  // Where one is

  route() {
    this.look = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    this.game = this.state.games.find((one) => one.id === this.look.game) || this.state.games[0];
    this.view?.close();
    this.view = null;
    this.header();
    if (!this.game) {
      fill(this.main, h("div", { class: "page" }, h("h1", {}, "No game can be shown yet"), this.state.problems.map((problem) => this.problem(problem))));
      return;
    }
    const [name, View] = VIEWS[this.look.view] || VIEWS[""];
    document.title = `${this.game.title}: ${this.look.piece || name.toLowerCase()}`;
    this.main.scrollTo(0, 0);
    this.view = this.look.piece ? new PieceView(this, this.main) : new View(this, this.main);
    if (!this.look.piece && this.came) {
      const card = this.main.querySelector(`[data-piece="${CSS.escape(this.came)}"]`);
      card?.focus();
      card?.scrollIntoView({ block: "center" });
    }
    this.came = this.look.piece || "";
  }

  link(changes) {
    const look = new URLSearchParams(Object.entries({ ...this.look, ...changes }).filter(([, value]) => value));
    return `#${look}`;
  }

  go(changes) {
    location.hash = this.link(changes);
  }

  // A choice of the view: it goes into the address without a step in the history.
  set(name, value) {
    this.look[name] = value;
    history.replaceState(null, "", this.link({}) === "#" ? location.pathname : this.link({}));
  }

  key(event) {
    const typing = event.target.matches?.("input, textarea, select");
    if (event.key === "/" && !typing) { document.getElementById("find")?.focus(); event.preventDefault(); }
    else if (event.key === "Escape" && this.look?.piece && !typing) this.go({ piece: "" });
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !typing && !OFFLINE) { this.undo(event.shiftKey ? "redo" : "undo"); event.preventDefault(); }
  }

  header() {
    const { state, look, game } = this;
    const problems = state.problems.length;
    const games = state.games.length > 1 ? h("select", { class: "game", "aria-label": "game", onchange: (event) => { location.hash = `#${new URLSearchParams({ game: event.target.value })}`; } }, state.games.map((one) => { const choice = h("option", { value: one.id }, one.title); choice.selected = one === game; return choice; })) : h("span", { class: "game" }, game?.title || "Proof room");
    const views = Object.entries(VIEWS).filter(([view]) => !OFFLINE || view === "");
    fill(this.head, games,
      h("nav", { "aria-label": "views" }, views.map(([view, [name]]) => h("a", { href: `#${new URLSearchParams(Object.entries({ game: look.game, view, kind: look.kind }).filter(([, value]) => value))}`, "aria-current": (look.view || "") === view && (!look.piece || view === "") ? "page" : null }, name, view === "problems" && problems ? [" ", h("span", { class: "count", "aria-label": count(problems, "problem") }, String(problems))] : ""))),
      ...(OFFLINE ? [] : [h("div", { class: "right" },
        h("button", { disabled: !state.undo, title: state.undo ? `Undo ${state.undo}` : "Nothing to undo", onclick: () => this.undo("undo") }, "Undo"),
        h("button", { disabled: !state.redo, title: state.redo ? `Redo ${state.redo}` : "Nothing to redo", onclick: () => this.undo("redo") }, "Redo"),
        h("span", { class: `live${this.live === false ? " off" : ""}` }, this.live === false ? "● not connected" : "● live"))]));
    const stale = state.stale?.includes(game?.id) ? `${game.title} is shown as it last could be: ${state.problems[0]?.message || "a file cannot be read"}` : "";
    const banner = document.getElementById("banner");
    if (stale) say(stale);
    else if (banner.dataset.stale) say("");
    banner.dataset.stale = stale ? "1" : "";
  }

  async undo(which) {
    const told = await post(`/api/${which}`, {});
    if (told.done) await this.load();
  }

  // What views share

  problemsOf(piece) {
    return this.byPiece.get(`${this.game.id}/${piece.kind}/${piece.index}`) || [];
  }

  seen(file) {
    return this.state.hashes[file] || "";
  }

  // The texts of a kind's file as they are written, piece by piece.
  async written(kind) {
    const name = `${this.game.id}/${kind.id}`;
    if (!this.sheets.has(name)) this.sheets.set(name, get(`/api/written/${encodeURIComponent(this.game.id)}/${encodeURIComponent(kind.id)}`));
    return (await this.sheets.get(name)).rows;
  }

  // One change after the other: each must know the file as the one before left it.
  edit(kind, index, path, value, field) {
    this.last = (this.last || Promise.resolve()).then(async () => {
      await post("/api/edit", { game: this.game.id, kind: kind.id, index, path, value, sort: field.sort, seen: this.seen(kind.source) });
      await this.load();
    });
    return this.last;
  }

  newPiece() {
    const kinds = this.game.kinds.map((kind) => [kind.id, kind.title]);
    let chosen = this.look.kind || kinds[0][0];
    this.ask(h("span", {}, "A new piece at the end of its file. ", select("kind", kinds, chosen, (id) => { chosen = id; })), "Add it", async () => {
      const kind = this.game.kinds.find((one) => one.id === chosen);
      const told = await post("/api/new", { game: this.game.id, kind: kind.id, seen: this.seen(kind.source) });
      if (!told.done) return;
      await this.load();
      const last = [...this.game.pieces, ...this.game.unread].filter((one) => one.kind === kind.id).sort((a, b) => b.index - a.index)[0];
      if (last) this.go({ piece: `${kind.id}/${last.id || `${last.index}?`}` });
    });
  }

  ask(words, label, then) {
    const box = h("dialog", { "aria-label": label }, h("p", {}, words), h("p", { class: "made" }, h("button", { class: "main", onclick: () => { box.close(); then(); } }, label), h("button", { onclick: () => box.close() }, "Cancel")));
    box.addEventListener("close", () => box.remove());
    document.body.append(box);
    box.showModal();
  }

  mm() {
    return Number(localStorage.getItem("mm") || STANDARD_MM);
  }

  // Real size: a ruler on the screen is held against a real one.
  ruler(then) {
    const ruler = h("div", { class: "ruler" });
    const show = (mm) => { ruler.style.width = `${85.6 * mm}px`; ruler.style.setProperty("--mm", `${mm}px`); };
    const box = h("dialog", { "aria-label": "Check the real size" }, h("h2", {}, "Check the real size"), h("p", {}, "Hold a bank card or a ruler against the screen: the bar is as long as a bank card, 85.6 mm, with a line each centimetre."), ruler,
      h("p", {}, h("label", {}, "longer or shorter ", h("input", { type: "range", min: 2, max: 8, step: 0.01, value: this.mm(), "aria-label": "pixels for a millimetre", oninput: (event) => { show(Number(event.target.value)); localStorage.setItem("mm", event.target.value); } }))), h("button", { class: "main", onclick: () => box.close() }, "It fits"));
    show(this.mm());
    box.addEventListener("close", () => { box.remove(); then(); });
    document.body.append(box);
    box.showModal();
  }

  problem(problem) {
    return h("section", { class: "panel problem" }, h("p", { class: "say" }, problem.message), problem.rule ? h("p", { class: "fine-print" }, `Rule ${problem.rule.id}: ${problem.rule.sentence}`, problem.rule.found || problem.rule.expected ? ` Found ${problem.rule.found}, expected ${problem.rule.expected}.` : "") : null, problem.hint ? h("p", {}, "To mend it: ", problem.hint) : null, h("p", { class: "where" }, this.where(problem)));
  }

  // A link to the piece of a problem, and to its line.
  where(problem) {
    const place = `${problem.file}${problem.line ? `:${problem.line}` : ""}`;
    const piece = problem.index === undefined ? null : `${problem.kind}/${problem.id || `${problem.index}?`}`;
    return h("span", {}, piece ? [h("a", { href: this.link({ game: problem.game, view: "", piece }) }, problem.id || "the piece"), " "] : null, h("code", {}, place), " ", this.editorLink({ file: problem.file, line: problem.line, column: problem.column }));
  }

  editorLink({ file, line, column }) {
    if (!this.state.editor) return null;
    const address = this.state.editor.replace("{file}", encodeURI(`${this.state.root}/${file}`)).replace("{line}", line || 1).replace("{column}", column || 1);
    return h("a", { href: address }, "open in editor");
  }
}

const room = new Room();
window.proofRoom = room; // for whoever looks into it from the browser’s console
room.open().catch((mistake) => say(`The proof room could not be opened: ${mistake.message}`));
