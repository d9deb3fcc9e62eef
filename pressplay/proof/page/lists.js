// Problems grouped by their cause, and facts with what depends on them.

import { count, get, h, fill, post } from "./dom.js";
import { plainly } from "./piece.js";

class Problems {
  constructor(room, main) {
    this.room = room;
    this.main = main;
    this.update();
  }

  close() {}

  update() {
    const { room } = this, problems = room.state.problems;
    const groups = new Map();
    for (const problem of problems) groups.set(problem.group, [...(groups.get(problem.group) || []), problem]);
    const sorted = [...groups.values()].sort((a, b) => b.length - a.length);
    const parts = sorted.map((members) => {
      if (members.length === 1) return room.problem(members[0]);
      const [first] = members;
      return h("section", { class: "panel problem" }, h("h2", {}, `${members[0].group.replace(/^./, (letter) => letter.toUpperCase())}: ${count(members.length, "place")}`), first.hint ? h("p", {}, "To mend it: ", first.hint) : null, h("ul", {}, members.map((one) => h("li", {}, room.where(one), " ", one.message))));
    });
    fill(this.main, h("div", { class: "page" }, h("h1", {}, problems.length ? count(problems.length, "problem") : "No problems"), problems.length ? parts : h("p", { class: "fine-print" }, "Data, rules, faces, rulebook and table are sound.")));
  }
}

class Facts {
  constructor(room, main) {
    this.room = room;
    this.main = main;
    this.update();
  }

  close() {}

  async update() {
    const { room } = this;
    const [facts, rules] = await Promise.all([get(`/api/facts/${encodeURIComponent(room.game.id)}`), get(`/api/rules/${encodeURIComponent(room.game.id)}`)]);
    const typing = this.main.contains(document.activeElement) ? document.activeElement.id : "";
    fill(this.main, h("div", { class: "page" }, h("h1", {}, "Facts"), h("p", { class: "fine-print" }, "They stand at the top of ", h("code", {}, room.game.rulebook), ". Change one, and cards, sentences and rules follow."),
      facts.map((fact) => this.fact(fact)), h("h1", {}, "Rules"), rules.map((rule) => this.rule(rule))));
    if (typing) document.getElementById(typing)?.focus();
  }

  fact(fact) {
    const { room } = this, touched = fact.touches[0] || { pieces: [], rules: [], sentences: [] };
    const simple = typeof fact.value !== "object" || fact.value === null;
    const id = `fact-${fact.name}`;
    const value = simple ? h("input", { id, type: "text", value: String(fact.value ?? ""), onchange: (event) => this.change([fact.name], event.target.value) }) : entries(fact, (path, text) => this.change(path, text));
    return h("section", { class: "panel" },
      h("div", { class: "field" }, h(simple ? "label" : "span", { for: simple ? id : null, class: "label" }, h("b", {}, fact.name)), value, h("small", {}, `${count(touched.pieces.length, "piece")}, ${count(touched.rules.length, "rule")}, ${count(touched.sentences.length, "sentence")} · line ${fact.line}`)),
      touched.pieces.length ? h("details", {}, h("summary", {}, "What depends on it"), h("div", { class: "chips" }, touched.pieces.map((piece) => h("a", { href: room.link({ view: "", piece: `${piece.kind}/${piece.id}` }), title: piece.by.join(", ") }, piece.title))), touched.sentences.map((one) => h("p", { class: "fine-print" }, one.sentence)), touched.rules.map((one) => h("p", { class: "fine-print" }, h("b", {}, one.rule), " ", one.sentence)))
        : h("p", { class: "fine-print" }, [...new Set([...touched.rules, ...touched.sentences].map((one) => one.sentence))].slice(0, 2).join(" · ") || "Nothing reads it."));
  }

  rule(rule) {
    return h("section", { class: `panel${rule.checks.every((one) => one.passed) ? "" : " problem"}`, "aria-label": rule.id }, h("h2", {}, rule.id), h("p", {}, rule.sentence, " ", this.room.editorLink({ file: rule.file, line: rule.line })),
      rule.checks.map((one) => h("p", { class: "fine-print" }, h("b", { class: one.passed ? "ok" : "failed" }, one.passed ? "holds " : "broken "), h("code", {}, one.text), one.passed ? ` (${one.tried === 1 ? one.found : count(one.tried, "case")})` : `: found ${one.found}, expected ${one.expected}`)));
  }

  async change(path, value) {
    const { room } = this;
    const told = await post("/api/fact", { game: room.game.id, path, value, seen: room.seen(room.game.rulebook) });
    if (told.done) await room.load();
    else this.update();
  }
}

// A fact of several values: a small input for each that is a word or a number.
function entries(fact, change) {
  const row = (path, value) => (typeof value === "object" && value !== null
    ? Object.entries(value).map(([key, inner]) => row([...path, Array.isArray(value) ? Number(key) : key], inner))
    : h("span", { class: "with" }, h("label", { for: `fact-${path.join("-")}` }, path.slice(1).map((step) => (typeof step === "number" ? step + 1 : step)).join(" › ")), h("input", { id: `fact-${path.join("-")}`, type: "text", value: plainly(value), onchange: (event) => change(path, event.target.value) })));
  return h("div", {}, row([fact.name], fact.value));
}

export { Problems, Facts };
