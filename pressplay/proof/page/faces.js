// Faces: pictures of pieces, fetched when they are needed and drawn as they will print.

import { OFFLINE, get, h } from "./dom.js";

const pictures = new Map(); // key and ink → promise of a picture
let shownFaces = 0;
const SAFE = 3;

function picture(key, ink = false) {
  if (OFFLINE) return Promise.resolve(OFFLINE.pictures[key]);
  const name = `${key}${ink ? "?ink=1" : ""}`;
  if (!pictures.has(name)) {
    if (pictures.size > 600) for (const old of [...pictures.keys()].slice(0, 200)) pictures.delete(old);
    const asked = get(`/api/picture/${name}`);
    asked.catch(() => pictures.delete(name));
    pictures.set(name, asked);
  }
  return pictures.get(name);
}

// The markup of a picture as an element; its ids are its own, wherever else it is shown.
function drawn(found) {
  const markup = found.svg.replaceAll("~id~", `u${++shownFaces}-`);
  const box = document.createElement("template");
  box.innerHTML = markup;
  const svg = box.content.firstElementChild;
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  for (const text of svg.querySelectorAll("[data-features]")) text.style.fontFeatureSettings = text.dataset.features;
  return svg;
}

// A face of a kind at so many pixels per millimetre. `over` names what lies over it.
function face(kind, key, scale, { ink = false, over = [], side = "front" } = {}) {
  const width = kind.width * scale, height = kind.height * scale;
  const cut = h("span", { class: "cut", style: { "border-radius": rounding(kind, scale), "clip-path": clipping(kind) } });
  const element = h("span", { class: `face ${side}${over.includes("bleed") ? " bleeds" : ""}`, style: { width: `${width}px`, height: `${height}px` } }, cut);
  if (!key) {
    element.classList.add("blank");
    return element;
  }
  picture(key, ink).then((found) => {
    const svg = drawn(found), b = found.bleed * scale;
    for (const [name, value] of Object.entries({ left: -b, top: -b, width: width + 2 * b, height: height + 2 * b })) svg.style[name] = `${value}px`;
    cut.replaceChildren(svg);
    if (over.length) element.append(overlay(kind, found, over));
  }).catch(() => element.classList.add("blank"));
  return element;
}

function rounding(kind, scale) {
  return kind.shape === "circle" ? "50%" : `${kind.corners.length ? 0 : kind.corner * scale}px`;
}

function clipping(kind) {
  return kind.corners.length ? `polygon(${kind.corners.map(([x, y]) => `${x * 100}% ${y * 100}%`).join(",")})` : "none";
}

function overlay(kind, found, over) {
  const svg = shape("svg", { class: "over", viewBox: `0 0 ${kind.width} ${kind.height}`, overflow: "visible", "aria-hidden": "true" });
  if (over.includes("trim") || over.includes("bleed")) svg.append(outline(kind, 0, "trim"));
  if (over.includes("safe")) svg.append(outline(kind, kind.shape === "rect" ? SAFE : Math.min(SAFE, 0.08 * kind.width), "safe"));
  for (const [wanted, list] of [["part", found.parts], ["slot", found.slots]]) {
    if (!over.includes(`${wanted}s`)) continue;
    for (const [name, x, y, width, height] of list) {
      const words = shape("text", { x: x + 0.6, y: y + 2.4 });
      words.textContent = name;
      svg.append(shape("rect", { class: wanted, x, y, width, height }), words);
    }
  }
  return svg;
}

function outline(kind, inset, look) {
  const { width: w, height: h } = kind;
  if (kind.shape === "circle") return shape("ellipse", { class: look, cx: w / 2, cy: h / 2, rx: w / 2 - inset, ry: h / 2 - inset });
  if (kind.corners.length) {
    const far = 1 - (2 * inset) / Math.min(w, h);
    return shape("polygon", { class: look, points: kind.corners.map(([x, y]) => `${w / 2 + (x - 0.5) * w * far},${h / 2 + (y - 0.5) * h * far}`).join(" ") });
  }
  return shape("rect", { class: look, x: inset, y: inset, width: w - 2 * inset, height: h - 2 * inset, rx: Math.max(0, kind.corner - inset) });
}

function shape(tag, looks) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(looks)) element.setAttribute(name, value);
  return element;
}

export { picture, drawn, face };
