// Pages: sheets as they will print, the rulebook, the table, the numbers, what changed, and the files to take away.

import { check, count, get, h, fill, post, say, select } from "./dom.js";
import { drawn, face, picture } from "./faces.js";

class Pages {
  constructor(room, main) {
    this.room = room;
    this.main = main;
    this.update();
  }

  close() {}

  address(what) {
    return `/api/${what}/${encodeURIComponent(this.room.game.id)}`;
  }

  async update() {
    const turn = (this.turn = (this.turn || 0) + 1);
    const made = await this.make();
    if (turn === this.turn && made) fill(this.main, made);
  }

  problems(told) {
    return (told.problems || []).map((words) => h("section", { class: "panel problem" }, h("p", { class: "say" }, words)));
  }

  output(target, label, more = {}) {
    const result = h("span", { class: "made", role: "status" });
    const make = async () => {
      fill(result, h("progress", { "aria-label": "making files" }), h("span", { id: "doing" }, "starting …"));
      const told = await post("/api/make", { game: this.room.game.id, target, ...more });
      fill(result, ...(told.files || []).slice(0, 12).map((file) => h("a", { href: file.link, download: "" }, file.path)));
    };
    return h("span", { class: "made" }, h("button", { onclick: make }, label), result);
  }
}

class Sheets extends Pages {
  async make() {
    const { room } = this, { look } = room;
    const paper = look.paper || "a4", backs = look.backs || "long-edge";
    const told = await get(`${this.address("sheets")}?paper=${paper}&backs=${backs}&ink=${look.ink ? 1 : 0}`);
    const set = (name) => (value) => { room.set(name, value); this.update(); };
    return h("div", {}, h("div", { class: "tools" },
      select("paper", (told.papers || []).map((one) => [one.id, one.title]), paper, set("paper")),
      select("backs", [["long-edge", "turned over the long edge"], ["short-edge", "over the short edge"], ["gutterfold", "folded and glued"], ["none", "none"]], backs, set("backs")),
      check("ink-saver", Boolean(look.ink), (on) => set("ink")(on ? "1" : "")),
      h("b", {}, told.pages?.length ? `${count(told.sheets, "sheet")}, ${count(told.pages.length, "page")}` : ""),
      this.output("print", "Make the PDF", { paper, ink: Boolean(look.ink) })),
    h("div", { class: "page" }, this.problems(told), Object.values(told.layouts || {}).map((words) => h("p", { class: "fine-print" }, words)),
      h("div", { class: "sheets" }, (told.pages || []).map((page) => h("figure", {}, h("img", { src: page.image, alt: page.label, loading: "lazy", width: Math.round(page.width), height: Math.round(page.height), style: { height: "auto" } }), h("figcaption", {}, page.label))))));
  }
}

class Rulebook extends Pages {
  async make() {
    const told = await get(this.address("rulebook"));
    const leaves = (told.pages || []).map((key, index) => {
      const leaf = h("div", { class: "leaf face", role: "img", "aria-label": `page ${index + 1}` });
      picture(key).then((found) => fill(leaf, drawn(found)));
      return h("figure", {}, leaf, h("figcaption", {}, `page ${index + 1}`));
    });
    return h("div", {}, h("div", { class: "tools" }, h("b", {}, count(leaves.length, "page")), this.output("rulebook", "Make the PDF")), h("div", { class: "page" }, this.problems(told), h("div", { class: "sheets wide" }, leaves)));
  }
}

class Table extends Pages {
  async make() {
    const { room } = this, counts = room.game.players;
    const players = counts.includes(Number(room.look.players)) ? Number(room.look.players) : counts[0] || 0;
    const step = Number(room.look.step || 0);
    const told = await get(`${this.address("table")}?players=${players}&step=${step}`);
    const to = (number) => () => { room.set("step", number || ""); this.update(); };
    return h("div", {}, h("div", { class: "tools" },
      select("players", counts.map((number) => [String(number), String(number)]), String(players), (value) => { room.set("players", value); room.set("step", ""); this.update(); }),
      h("button", { disabled: step <= 0, onclick: to(step - 1) }, "Back"), h("button", { class: "main", disabled: step >= told.steps.length, onclick: to(step + 1) }, "Next step"),
      h("button", { disabled: step >= told.steps.length, onclick: to(told.steps.length) }, "All steps"), h("b", {}, `${Math.min(step, told.steps.length)} of ${count(told.steps.length, "step")}`),
      this.output("tts", "Make it for Tabletop Simulator"), this.output("vtt", "for virtualtabletop.io")),
    h("div", { class: "page table-top" }, this.problems(told), told.image ? h("img", { src: told.image, alt: `the table for ${players} players after ${count(step, "step")}` }) : null, h("ol", { class: "steps" }, told.steps.map((words, index) => h("li", { "aria-current": index === step - 1 ? "step" : null }, words)))));
  }
}

class Numbers extends Pages {
  async make() {
    return h("iframe", { src: this.address("numbers"), title: `the numbers of ${this.room.game.title}`, sandbox: "" });
  }
}

class Changes extends Pages {
  async make() {
    const { room } = this;
    const told = (room.changes = await get(this.address("changes")));
    const kinds = new Map(room.game.kinds.map((kind) => [kind.id, kind]));
    const list = told.changes.map((change) => {
      const piece = room.game.pieces.find((one) => one.kind === change.kind && one.id === change.id), kind = kinds.get(change.kind);
      return h("section", { class: "panel", "aria-label": change.title }, h("h2", {}, h("a", { href: room.link({ view: "", piece: `${change.kind}/${change.id}` }) }, change.title), h("small", { class: "fine-print" }, ` ${change.change}, ${change.pull} out, ${change.print} in`)),
        kind ? h("div", { class: "large", style: { display: "flex", gap: "12px" } }, change.before?.front ? face(kind, change.before.front, 2.4) : null, piece?.front ? face(kind, piece.front, 2.4) : null) : null,
        change.fields.map((one) => h("p", { class: "fine-print" }, `${one.field}: ${one.before || "nothing"} → ${one.after || "nothing"}`)), change.because.map((words) => h("p", { class: "fine-print" }, words)));
    });
    return h("div", { class: "page" }, h("h1", {}, told.from ? `Since ${told.from}: ${count(told.changes.length, "piece")} changed` : "Changes"), this.problems(told), (told.facts || []).map((one) => h("p", {}, `${one.fact}: ${one.before || "nothing"} → ${one.after || "nothing"}`)), (told.rules || []).map((one) => h("p", {}, h("b", {}, one.rule), ` ${one.change}: ${one.sentences.filter(Boolean).join(" → ")}`)), list);
  }
}

class Outputs extends Pages {
  async make() {
    const words = { print: "Sheets to print", rulebook: "The rulebook", tts: "Tabletop Simulator", vtt: "virtualtabletop.io", images: "Plain images", thumbnails: "Thumbnails" };
    say("");
    return h("div", { class: "page" }, h("h1", {}, "Files to take away"), h("p", { class: "fine-print" }, "Each is made anew where it must be, put into output/, and offered here."), this.room.state.targets.map((target) => h("section", { class: "panel" }, h("h2", {}, words[target] || target), this.output(target, "Make"))));
  }
}

export { Sheets, Rulebook, Table, Numbers, Changes, Outputs };
