// Editing: an input for each type of field, and what is sent when it changes.

import { h, option } from "./dom.js";

// An input that shows what is written; `done` gets the new text. A value that is worked out is shown as written.
function input(field, written, id, game, done) {
  const looks = { id, "data-was": (written ?? "").replace(/\n+$/, ""), onchange: (event) => done(event.target.value) };
  switch (field.sort) {
    case "number":
      return h("input", { ...looks, type: /^-?\d*\.?\d*$/.test(written ?? "") ? "number" : "text", step: field.whole ? 1 : "any", min: field.low, max: field.high, value: written ?? "" });
    case "date":
      return h("input", { ...looks, type: /^\d{4}-\d\d-\d\d$/.test(written ?? "") ? "date" : "text", value: written ?? "" });
    case "bool":
      return choice(looks, ["yes", "no"], { true: "yes", false: "no" }[written] ?? written);
    case "choice":
    case "ref":
      return choice(looks, field.choices || [], written);
    case "color":
      return color(looks, written, game, done);
    case "icon":
      return icon(looks, written, game);
    default:
      return text(looks, written);
  }
}

function text(looks, written) {
  const long = (written || "").length > 48 || (written || "").includes("\n");
  if (!long) return h("input", { ...looks, type: "text", value: (written ?? "").replace(/\n$/, "") });
  return h("textarea", { ...looks, rows: 2, value: written.replace(/\n+$/, "") });
}

function choice(looks, choices, written) {
  const known = choices.includes(written) || written === undefined;
  return h("select", looks, written === undefined ? option("", "", true) : null, known ? null : option(written, written, true), choices.map((one) => option(one, one, one === written)));
}

function color(looks, written, game, done) {
  const hex = game.palette[written] || (/^#[0-9a-f]{6}$/i.test(written || "") ? written : "#808080");
  const list = `${looks.id}-palette`;
  return h("span", { class: "with" },
    h("input", { type: "color", value: hex, "aria-label": "any colour", onchange: (event) => done(event.target.value) }),
    h("input", { ...looks, type: "text", value: written ?? "", list }),
    h("datalist", { id: list }, Object.keys(game.palette).map((name) => h("option", { value: name }))));
}

function icon(looks, written, game) {
  const list = `${looks.id}-icons`;
  const shown = (name) => `/api/icon/${encodeURIComponent(game.id)}/${encodeURIComponent(name)}`;
  const image = h("img", { alt: "", src: written ? shown(written) : "data:," });
  return h("span", { class: "with" }, image,
    h("input", { ...looks, type: "text", value: written ?? "", list, oninput: (event) => { if (game.icons.includes(event.target.value)) image.src = shown(event.target.value); } }),
    h("datalist", { id: list }, game.icons.map((name) => h("option", { value: name }))));
}

// What is wrong with a text as a field's value, before it is sent; the checks of the game say the rest.
function wrongWith(field, text) {
  if (text === "" && !field.optional && field.sort !== "text") return `it must be ${field.means}`;
  if (text === "") return "";
  if (field.sort === "number") {
    const number = Number(text);
    if (Number.isNaN(number) || (field.whole && !Number.isInteger(number)) || number < (field.low ?? -Infinity) || number > (field.high ?? Infinity)) return `“${text}”: it must be ${field.means}`;
  }
  if (field.sort === "date" && !/^\d{4}-\d\d-\d\d$/.test(text)) return `“${text}”: it must be ${field.means}`;
  if (field.sort === "bool" && !["yes", "no", "true", "false"].includes(text.toLowerCase())) return `“${text}”: it must be ${field.means}`;
  if (["choice", "ref"].includes(field.sort) && field.choices?.length && !field.choices.includes(text)) return `“${text}”: it must be ${field.means}`;
  return "";
}

export { input, wrongWith };
