// The view: the state shown as elements, each pile with one that is kept for as long as it lies there.
const $ = (id) => document.getElementById(id);
const room = $("room"), cloth = $("table");
const view = { x: 0, y: 0, scale: 1, turn: 0 };
const shown = new Map(); // id of a pile → its element
let chosen = 0, openHand = false, opened = null;

const images = scene.images.map((text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: "image/webp" }));
});
scene.images = null;

function make(tag, name, parent, text) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text !== undefined) element.textContent = text;
  parent?.append(element);
  return element;
}

function place(element, [x, y, w, h, turn]) {
  const own = turn ?? 0;
  Object.assign(element.style, { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` });
  element.style.setProperty("--own", `${own}deg`);
}

// What never moves: the cloth, cells, names, counters, the box and the rulebook.
const zones = [];
function furnish() {
  place(make("div", "cloth", cloth), [0, 0, scene.size[0], scene.size[1]]);
  for (const cell of scene.cells) {
    const element = make("div", `cell${cell.on ? " on" : ""}${cell.over ? " over" : ""}`, cloth);
    place(element, cell.spot);
    element.dataset.cell = `${cell.place} ${cell.number}`;
  }
  for (const name of new Set(scene.cells.filter((cell) => !cell.on && !cell.over).map((cell) => cell.place))) nameOf(name);
  for (const thing of scene.things) ({ hand: seatZone, counter: counterOf, box: boxOf, rulebook: bookOf })[thing.sort]?.(thing);
}

function nameOf(name) {
  const spots = scene.cells.filter((cell) => cell.place === name).map((cell) => cell.spot);
  const left = Math.min(...spots.map((s) => s[0] - s[2] / 2)), right = Math.max(...spots.map((s) => s[0] + s[2] / 2));
  const top = Math.min(...spots.map((s) => s[1] - s[3] / 2));
  const words = name.replaceAll("-", " ");
  const element = make("span", "label", cloth, words[0].toUpperCase() + words.slice(1));
  Object.assign(element.style, { left: `${(left + right) / 2}px`, top: `${top - 8}px` });
}

// A strip at the edge of the table stands for a hand: what is dropped there is given to it.
const STRIP = 32;
function strip([x, y, w, h, turn]) {
  const angle = (turn * Math.PI) / 180, in_ = (h - STRIP) / 2 + 8;
  return [x + Math.sin(angle) * in_, y - Math.cos(angle) * in_, w, STRIP, turn];
}

function seatZone(thing) {
  const element = make("div", "seat", cloth);
  thing.spot = strip(thing.spot);
  place(element, thing.spot);
  make("span", "", element);
  element.dataset.seat = thing.seat;
  zones.push({ element, thing, take: (items) => { for (const item of items) if (design(item).sides.length === 2) item.s = 0; state.hands[thing.seat].push(...items); } });
}

function boxOf(thing) {
  const element = make("div", "box", cloth);
  place(element, thing.spot);
  make("span", "", element);
  element.dataset.box = "";
  element.addEventListener("click", () => lookInto("The box", () => state.box));
  zones.push({ element, thing, take: (items) => state.box.push(...items) });
}

function counterOf(thing) {
  const key = `${thing.title}${thing.seat >= 0 ? `: ${scene.seats[thing.seat]}` : ""}`;
  const element = make("div", "counter", cloth);
  place(element, thing.spot);
  element.dataset.counter = key;
  make("b", "", element, thing.title).style.fontSize = `${Math.min(14, 150 / thing.title.length)}px`;
  const less = make("button", "", element, "−"), field = make("input", "", element), more = make("button", "", element, "+");
  field.inputMode = "numeric";
  field.setAttribute("aria-label", key);
  less.setAttribute("aria-label", `${key}: one less`);
  more.setAttribute("aria-label", `${key}: one more`);
  const count = (value) => { change(() => { state.counters[key] = value; }); render(); };
  less.addEventListener("click", () => count((state.counters[key] ?? 0) - 1));
  more.addEventListener("click", () => count((state.counters[key] ?? 0) + 1));
  field.addEventListener("change", () => count(Number.parseInt(field.value, 10) || 0));
  zones.push({ element, thing, counts: () => { field.value = state.counters[key] ?? 0; } });
}

function bookOf(thing) {
  if (!scene.book.length) return;
  const element = make("div", "book", cloth), image = make("img", "", element);
  place(element, thing.spot);
  image.src = images[scene.book[0]];
  image.alt = "Rulebook";
  image.draggable = false;
  element.tabIndex = 0;
  element.setAttribute("role", "button");
  element.setAttribute("aria-label", "Rulebook");
  let page = 0;
  const turn = (to) => {
    page = Math.max(0, Math.min(scene.book.length - 1, to));
    $("book").querySelector("img").src = images[scene.book[page]];
    $("book").querySelector("img").alt = `Page ${page + 1} of the rulebook`;
    $("book").querySelector("output").textContent = `Page ${page + 1} of ${scene.book.length}`;
    $("back").disabled = page === 0;
    $("on").disabled = page === scene.book.length - 1;
  };
  const open = () => { turn(page); $("book").showModal(); };
  element.addEventListener("click", open);
  element.addEventListener("keydown", (event) => { if (event.key === "Enter") open(); });
  $("back").addEventListener("click", () => turn(page - 1));
  $("on").addEventListener("click", () => turn(page + 1));
  $("shut").addEventListener("click", () => $("book").close());
  $("book").addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") turn(page - 1);
    if (event.key === "ArrowRight") turn(page + 1);
  });
}

// Everything that may have changed

function render() {
  const living = new Set();
  state.piles.forEach((pile, index) => {
    living.add(pile.id);
    let element = shown.get(pile.id);
    if (!element) {
      element = make("div", "pile", cloth);
      element.dataset.id = pile.id;
      element.setAttribute("role", "button");
      shown.set(pile.id, element);
    }
    draw(element, pile);
    element.style.zIndex = isFixed(pile) ? 1 : (isOver(pile) ? 10_000 : 10) + index;
  });
  for (const [id, element] of shown) if (!living.has(id)) { element.remove(); shown.delete(id); }
  if (!living.has(chosen)) chosen = 0;
  for (const { element, thing, counts } of zones) {
    element.hidden = !seatedAt(thing.seat);
    counts?.();
    if (thing.sort === "hand") {
      const held = state.hands[thing.seat].length;
      element.firstChild.textContent = `${thing.title}${held ? ` · ${held} in hand` : ""}`;
      element.classList.toggle("yours", thing.seat === state.seat);
    }
    if (thing.sort === "box") element.firstChild.textContent = `Box${state.box.length ? ` · ${state.box.length}` : ""}`;
  }
  renderHand();
  renderActions();
  $("undo").disabled = !before.length;
  $("redo").disabled = !after.length;
  for (const button of $("setups").children) button.setAttribute("aria-pressed", Number(button.dataset.count) === state.players);
  for (const option of $("seat").options) option.disabled = !seatedAt(Number(option.value));
  $("seat").value = String(state.seat);
}

const faceOf = (item) => images[design(item).sides[Math.min(item.s, design(item).sides.length - 1)]];
// A face-down piece tells nobody what it is.
const isHidden = (item) => design(item).sides.length === 2 && item.s === 1 && !["board", "sheet"].includes(design(item).sort);
const titleOf = (item) => (isHidden(item) ? `${design(item).kind}, face down` : design(item).title);

function draw(element, pile) {
  const top = pile.items[0], look = design(top), [w, h] = sizeOf(pile), count = pile.items.length;
  place(element, [pile.x, pile.y, w, h, pile.turn]);
  element.style.setProperty("--corner", look.round ? "50%" : `${look.corner}px`);
  element.className = "pile";
  element.classList.toggle("fixed", isFixed(pile));
  element.classList.toggle("thick", count > 1 && !isBag(pile));
  element.classList.toggle("bag", isBag(pile));
  element.classList.toggle("chosen", pile.id === chosen);
  element.tabIndex = pile.id === chosen || (!chosen && pile === state.piles.find((each) => !isFixed(each))) ? 0 : -1;
  const unlimited = formOf(pile) === "supply";
  element.setAttribute("aria-label", `${titleOf(top)}${count > 1 ? `, ${count} pieces` : ""}`);
  Object.assign(element.dataset, { top: isHidden(top) ? "" : top.p, home: pile.home, count, place: pile.home && stackOf[pile.home]?.name });
  const drawn = look.plain ? `plain ${top.s}` : faceOf(top);
  if (element.drawn !== drawn) {
    element.querySelector(":scope > img, :scope > .plain")?.remove();
    const face = make(look.plain ? "div" : "img", look.plain ? "plain" : "");
    if (look.plain) face.textContent = String(top.s + 1);
    else { face.src = drawn; face.alt = ""; face.draggable = false; }
    element.prepend(face);
    element.drawn = drawn;
  }
  element.querySelector(".number")?.remove();
  if (count > 1 || unlimited) numberOf(element, pile.turn, unlimited ? "∞" : String(count));
  drawInk(element, pile);
}

// How many, at the corner that is seen right below, whichever way the pile lies.
function numberOf(element, turn, words) {
  const number = make("span", "number", element, words);
  const quarter = Math.round((((turn - view.turn) % 360) + 360) / 90) % 4;
  number.style.left = quarter < 2 ? "100%" : "0";
  number.style.top = quarter === 0 || quarter === 3 ? "100%" : "0";
}

function look() {
  cloth.style.transform = `translate(${view.x}px, ${view.y}px) rotate(${-view.turn}deg) scale(${view.scale})`;
  cloth.style.setProperty("--turn", `${-view.turn}deg`);
  cloth.style.setProperty("--scale", view.scale);
}

// The whole table, seen from where somebody sits.
function fitTable() {
  const hands = scene.things.filter((thing) => thing.sort === "hand");
  view.turn = hands.find((thing) => thing.seat === state.seat)?.spot[4] ?? 0;
  const sideways = view.turn % 180 !== 0;
  const [w, h] = sideways ? [scene.size[1], scene.size[0]] : scene.size;
  view.scale = Math.min((room.clientWidth - 8) / (w + 2 * STRIP), (room.clientHeight - 4) / (h + 2 * STRIP));
  Object.assign(view, { x: room.clientWidth / 2, y: room.clientHeight / 2 });
  look();
  render();
}

function nearer(factor, at) {
  const scale = Math.max(0.15, Math.min(8, view.scale * factor)), real = scale / view.scale;
  const x = at?.x ?? room.clientWidth / 2, y = at?.y ?? room.clientHeight / 2;
  Object.assign(view, { scale, x: x + (view.x - x) * real, y: y + (view.y - y) * real });
  look();
}

// A point of the screen on the table.
function onTable(clientX, clientY) {
  const box = room.getBoundingClientRect(), turn = (view.turn * Math.PI) / 180;
  const x = (clientX - box.left - view.x) / view.scale, y = (clientY - box.top - view.y) / view.scale;
  return { x: x * Math.cos(turn) - y * Math.sin(turn), y: x * Math.sin(turn) + y * Math.cos(turn) };
}

let telling;
function tell(words) {
  $("told").textContent = words;
  $("told").classList.add("said");
  clearTimeout(telling);
  telling = setTimeout(() => $("told").classList.remove("said"), 2500);
}

// A piece seen from near

function showNear(item, clientX) {
  const near = $("near"), look = design(item);
  if (look.plain || !item) return hideNear();
  near.querySelector("img").src = faceOf(item);
  near.querySelector("figcaption").textContent = titleOf(item);
  near.className = clientX > innerWidth / 2 ? "left" : "right";
  near.hidden = false;
}
const hideNear = () => { $("near").hidden = true; };
