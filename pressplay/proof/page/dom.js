// Elements, requests, and small words.

const OFFLINE = document.getElementById("data") ? JSON.parse(document.getElementById("data").textContent) : null;

// An element: h("a", {href, class, onclick}, children…). Texts are texts, never markup.
function h(tag, looks = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(looks)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, one] of Object.entries(value)) element.style.setProperty(key, one);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// An element's whole inside; what is missing is left out.
function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

async function get(path) {
  const answer = await fetch(path);
  if (!answer.ok && answer.status !== 422) throw new Error(await answer.text());
  return answer.json();
}

// What came of a change; what was refused is said in the banner.
async function post(path, asked) {
  let answer;
  try {
    answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked) });
  } catch {
    say("The proof room does not answer; nothing was changed. Is pressplay proof still running?");
    return { refused: "no answer" };
  }
  const told = await answer.json().catch(() => ({ refused: `The proof room said ${answer.status}.` }));
  say(told.refused || "");
  return told;
}

function say(words, fine = false) {
  const banner = document.getElementById("banner");
  if (banner.textContent !== words) banner.textContent = words;
  banner.classList.toggle("fine", fine);
}

function count(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

function option(value, label, chosen) {
  const element = h("option", { value }, label);
  element.selected = chosen;
  return element;
}

function select(label, choices, chosen, change) {
  const list = choices.map(([value, words]) => option(value, words, value === chosen));
  return h("label", {}, label, h("select", { onchange: (event) => change(event.target.value) }, list));
}

function check(label, on, change) {
  const box = h("input", { type: "checkbox", onchange: (event) => change(event.target.checked) });
  box.checked = on;
  return h("label", {}, box, label);
}

export { OFFLINE, h, fill, get, post, say, count, option, select, check };
