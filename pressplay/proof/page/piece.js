// A piece: large, both sides; its fields to change in place; what it reads and what is wrong with it.

import { OFFLINE, get, h, fill, post, say } from "./dom.js";
import { face } from "./faces.js";
import { input, wrongWith } from "./fields.js";

class PieceView {
  constructor(room, main) {
    this.room = room;
    this.main = main;
    this.large = h("div", { class: "large" });
    this.side = h("div");
    this.bar = h("div", { class: "bar" });
    fill(main, h("article", { class: "piece" }, this.bar, this.large, this.side));
    this.update();
  }

  close() {}

  find() {
    const [kind, id] = this.room.look.piece.split("/");
    const { game } = this.room;
    if (id.endsWith("?")) return game.unread.find((one) => one.kind === kind && `${one.index}?` === id) || game.pieces.find((one) => one.kind === kind && `${one.index}?` === id);
    return game.pieces.find((one) => one.kind === kind && one.id === id) || game.pieces.find((one) => one.kind === kind && one.index === this.last?.index);
  }

  async update() {
    const { room } = this, piece = this.find();
    if (!piece) {
      fill(this.main, h("div", { class: "page" }, h("p", {}, "There is no such piece any more. "), h("a", { href: room.link({ piece: "" }) }, "Back to the wall")));
      return;
    }
    this.last = piece;
    // A piece without an id is called after its title; the address follows it.
    if (piece.id && !piece.unread) room.set("piece", `${piece.kind}/${piece.id}`);
    const kind = room.game.kinds.find((one) => one.id === piece.kind);
    this.kind = kind;
    const siblings = room.game.pieces.filter((one) => one.kind === kind.id), at = siblings.indexOf(piece);
    const to = (other) => (other ? () => room.go({ piece: `${kind.id}/${other.id}` }) : null);
    fill(this.bar, 
      h("a", { href: room.link({ piece: "" }), id: "back" }, "← Wall"),
      h("h1", {}, piece.title || "A piece that cannot be read"),
      h("span", { class: "where" }, `${kind.title}, ${piece.place.file}:${piece.place.line}`),
      room.editorLink(piece.place),
      h("button", { disabled: at < 1, onclick: to(siblings[at - 1]), "aria-label": "previous piece" }, "‹"),
      h("button", { disabled: at < 0 || at === siblings.length - 1, onclick: to(siblings[at + 1]), "aria-label": "next piece" }, "›"),
      ...(OFFLINE ? [] : [
        h("button", { disabled: piece.id === "" || piece.unread, onclick: () => this.copy(piece) }, "Copy"),
        h("button", { onclick: () => this.remove(piece) }, "Delete …"),
      ]),
    );
    this.faces(piece, kind);
    if (OFFLINE) {
      fill(this.side, h("section", { class: "panel" }, h("h2", {}, "Fields"), Object.entries(piece.values).map(([name, value]) => h("div", { class: "field" }, h("span", { class: "label" }, name), h("span", {}, plainly(value))))));
      return;
    }
    await this.details(piece, kind);
  }

  faces(piece, kind) {
    const room = Math.max(260, this.large.clientWidth || this.main.clientWidth * 0.45);
    const sides = piece.back ? 2 : 1;
    const scale = Math.min(9, (room - 30) / (kind.width * (room / kind.width / sides > 3.2 ? sides : 1)), (this.main.clientHeight - 90) / kind.height);
    const looks = { ink: Boolean(this.room.look.ink), over: (this.room.look.over || "").split(",") };
    const shown = [face(kind, piece.front, scale, looks)];
    if (piece.back) shown.push(face(kind, piece.back, scale, { ...looks, side: "back" }));
    this.large.className = `large ${this.room.look.eyes || ""}`;
    this.large.setAttribute("role", "img");
    this.large.setAttribute("aria-label", `${piece.title || "piece"}, front${piece.back ? " and back" : ""}`);
    fill(this.large, ...shown, h("div", { style: { width: "100%" } }));
    this.scale = scale;
    this.before(piece, kind);
  }

  // Before and after since the last print: a slider uncovers the old picture.
  async before(piece, kind) {
    const changes = this.room.changes?.changes || [];
    const change = changes.find((one) => one.kind === piece.kind && one.id === piece.id);
    if (!change?.before?.front) return;
    const holder = h("div", { class: "compare" }, face(kind, piece.front, this.scale)), was = h("div", { class: "was" }, face(kind, change.before.front, this.scale));
    const slide = h("input", { type: "range", min: 0, max: 100, value: 50, "aria-label": "uncover the last print", oninput: (event) => { was.style.width = `${event.target.value}%`; } });
    was.style.width = "50%";
    holder.append(was);
    fill(this.large.lastChild, h("h2", {}, "Since the last print"), h("div", { class: "large" }, holder), h("label", { class: "fine-print" }, "left: as printed, right: now ", slide));
  }

  async details(piece, kind) {
    const { room } = this;
    const address = `/api/reads/${encodeURIComponent(room.game.id)}/${encodeURIComponent(kind.id)}/${encodeURIComponent(piece.id || "-")}`;
    const [rows, reads] = await Promise.all([room.written(kind), piece.id ? get(address) : { facts: [], templates: [], rules: [] }]);
    if (this.last !== piece) return;
    const written = rows[piece.index] || {};
    const problems = room.problemsOf(piece);
    // What is being typed is never taken away, and what is the same is not made anew.
    const active = this.side.contains(document.activeElement) ? document.activeElement : null;
    const shown = JSON.stringify([piece.kind, piece.index, written, reads, problems, piece.written, piece.values]);
    if (shown === this.shown) return;
    if (active?.dataset.was !== undefined && active.value !== active.dataset.was) {
      active.addEventListener("blur", () => setTimeout(() => this.update(), 300), { once: true });
      return;
    }
    this.shown = shown;
    const typing = document.activeElement?.closest?.(".field") && this.side.contains(document.activeElement) ? document.activeElement.id : "";
    const form = h("section", { class: "panel", "aria-label": "Fields" }, h("h2", {}, "Fields"), Object.entries(kind.fields).map(([name, field]) => this.field(piece, kind, field, [name], written[name], problems)));
    fill(this.side, 
      ...problems.map((problem) => room.problem(problem)), form,
      h("section", { class: "panel" }, h("h2", {}, "Facts it reads"), reads.facts.length ? h("div", { class: "chips" }, reads.facts.map((fact) => h("a", { href: room.link({ view: "facts", piece: "" }) }, `${fact.name}: ${plainly(fact.value)}`))) : h("p", { class: "fine-print" }, "None.")),
      h("section", { class: "panel" }, h("h2", {}, "Rules that touch it"), reads.rules.length ? reads.rules.map((rule) => h("p", {}, h("b", {}, rule.id), " ", rule.sentence, " ", rule.checks.every((one) => one.passed) ? h("span", { class: "ok" }, "holds") : h("span", { class: "failed" }, "broken"), " ", room.editorLink({ file: rule.file, line: rule.line }))) : h("p", { class: "fine-print" }, "None.")),
      h("section", { class: "panel" }, h("h2", {}, "Drawn from"), reads.templates.map((file) => h("p", { class: "where" }, h("code", {}, file), " ", room.editorLink({ file, line: 1 })))),
    );
    if (typing) document.getElementById(typing)?.focus();
  }

  field(piece, kind, field, path, written, problems) {
    const id = `field-${path.join("-")}`, name = path[path.length - 1];
    const at = piece.written?.[path[0]];
    const table = kind.source.endsWith(".csv");
    if (written?.shared) return h("div", { class: "field" }, h("span", { class: "label" }, String(name)), h("span", { class: "fine-print" }, `comes from ${written.shared}; change it in an editor`));
    if (field.sort === "list" && Array.isArray(written) && !table) return h("div", { class: "field" }, h("span", { class: "label" }, String(name)), h("div", { class: "inner" }, written.map((one, index) => this.field(piece, kind, field.item, [...path, index], one, []))));
    if (field.sort === "record" && !table) return h("div", { class: "field" }, h("span", { class: "label" }, typeof name === "number" ? `${name + 1}` : name), h("div", { class: "inner" }, Object.entries(field.fields).map(([key, one]) => this.field(piece, kind, one, [...path, key], written?.[key], []))));
    if (written !== undefined && typeof written !== "string") return h("div", { class: "field" }, h("span", { class: "label" }, String(name)), h("span", { class: "fine-print" }, plainly(written)));
    const mistake = h("span", { class: "wrong", id: `${id}-wrong` }, problems.filter((one) => one.field === path[0] && path.length === 1).map((one) => one.message).join("\n"));
    const send = async (value) => {
      const wrong = wrongWith(field, value);
      if (wrong) {
        mistake.textContent = `${name} is ${wrong}`;
        return;
      }
      const gone = value === "" && field.optional && written !== undefined ? null : value;
      if (gone === (written ?? "") || (gone === "" && written === undefined)) return;
      await this.room.edit(kind, piece.index, path, gone, field);
    };
    const worked = typeof written === "string" && /\{\{|\{%/.test(written) ? h("small", {}, `shows: ${plainly(valueAt(piece.values, path))}`) : null;
    const where = at && path.length === 1 ? `${field.means} · line ${at[0]}` : field.means;
    return h("div", { class: "field" }, h("label", { for: id }, typeof name === "number" ? `${name + 1}` : name), input(field, written, id, this.room.game, send), worked, h("small", {}, where, field.optional ? ", may be left out" : ""), mistake);
  }

  async copy(piece) {
    const { room } = this, kind = this.kind;
    const told = await post("/api/copy", { game: room.game.id, kind: kind.id, index: piece.index, id: piece.id, seen: room.seen(kind.source) });
    if (told.done) {
      await room.load();
      const next = room.game.pieces.find((one) => one.kind === kind.id && one.index === piece.index + 1);
      if (next) room.go({ piece: `${kind.id}/${next.id}` });
    }
  }

  remove(piece) {
    const { room } = this, kind = this.kind;
    room.ask(`Delete ${piece.title || "this piece"} from ${kind.source}?`, "Delete", async () => {
      const told = await post("/api/delete", { game: room.game.id, kind: kind.id, index: piece.index, seen: room.seen(kind.source) });
      if (!told.done) return;
      say("Deleted. Undo brings it back.", true);
      room.go({ piece: "" });
    });
  }
}

function valueAt(values, path) {
  return path.reduce((value, step) => value?.[step], values);
}

function plainly(value) {
  return value === undefined || value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
}

export { PieceView, plainly };
