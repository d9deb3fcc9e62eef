// The model: what lies where, what each hand holds, what was counted and written; and all of it as it was before.
const scene = JSON.parse(document.getElementById("scene").textContent);
const stackOf = Object.fromEntries(scene.stacks.map((stack) => [stack.key, stack]));
const cellOf = Object.fromEntries(scene.cells.map((cell) => [`${cell.place} ${cell.number}`, cell]));

// An item is {p: "kind/piece/copy", s: side}; side 0 is the front, 1 the back.
// A pile is {id, items (the top one first), x, y, turn, home (the stack it began as)}; the last pile lies highest.
let state = fresh();
const before = [], after = [];
const MOST_KEPT = 300;

function fresh() {
  const made = { players: 0, seat: 0, next: 1, piles: [], box: [], hands: scene.seats.map(() => []), counters: {}, ink: {} };
  const fixedFirst = [...scene.stacks].sort((one, other) => other.fixed - one.fixed);
  for (const stack of fixedFirst) {
    const items = stack.items.map((p) => ({ p, s: stack.up || design({ p }).sides.length < 2 ? 0 : 1 }));
    if (!stack.spot) { made.box.push(...items); continue; }
    const [x, y, , , turn] = stack.spot;
    made.piles.push({ id: made.next++, items, x, y, turn, home: stack.key });
  }
  for (const thing of scene.things.filter((each) => each.sort === "dice")) {
    const [x, y] = thing.spot;
    for (let n = 0; n < thing.number; n++) {
      const dx = ((n % 4) - 1.5) * 21, dy = (Math.floor(n / 4) - 0.5) * 21;
      made.piles.push({ id: made.next++, items: [{ p: `/die/${n + 1}`, s: n % 6 }], x: x + dx, y: y + dy, turn: 0, home: "" });
    }
  }
  return made;
}

function design(item) {
  const [kind, piece] = item.p.split("/");
  if (!kind) return { title: "Die", kind: "Dice", words: "", sort: "die", size: [16, 16], corner: 3, sides: [1, 2, 3, 4, 5, 6], plain: true };
  return scene.designs[`${kind}/${piece}`];
}

const kindOf = (item) => item.p.split("/")[0];
const sortOf = (pile) => design(pile.items[0]).sort;
const sizeOf = (pile) => (pile.items.length ? design(pile.items[0]).size : [86, 86]);
const formOf = (pile) => (pile.home && stackOf[pile.home] ? stackOf[pile.home].form : "");
const isBag = (pile) => ["bag", "supply"].includes(formOf(pile));
const isFixed = (pile) => Boolean(pile.home && stackOf[pile.home]?.fixed);
const pileOf = (id) => state.piles.find((pile) => pile.id === id);
const seatedAt = (seat) => seat < 0 || !state.players || seat < state.players;

// Width and height as they lie on the table.
function roomOf(pile) {
  const [w, h] = sizeOf(pile);
  return Math.round(pile.turn / 90) % 2 ? [h, w] : [w, h];
}

function covers(pile, x, y) {
  const [w, h] = roomOf(pile);
  return Math.abs(x - pile.x) <= w / 2 && Math.abs(y - pile.y) <= h / 2;
}

// Everything that changes the table goes through here, so that it can be undone.
function change(does) {
  before.push(JSON.stringify(state));
  if (before.length > MOST_KEPT) before.shift();
  after.length = 0;
  does();
  tidy();
  keep();
}

function tidy() {
  state.piles = state.piles.filter((pile) => pile.items.length);
}

function step(from, to) {
  if (!from.length) return;
  to.push(JSON.stringify(state));
  const seat = state.seat;
  state = JSON.parse(from.pop());
  state.seat = seat;
  keep();
}
const undo = () => step(before, after);
const redo = () => step(after, before);

// Saved tables

const STORE = `pressplay ${scene.game}`;
const saved = () => JSON.stringify({ format: scene.format, game: scene.game, version: scene.version, state });

function keep() {
  try { localStorage.setItem(STORE, saved()); } catch { /* a browser that keeps nothing still plays */ }
}

// What is wrong with a saved table, or nothing when it is now on the table.
function restore(text) {
  let data;
  try { data = JSON.parse(text); } catch { return "This is no saved table."; }
  if (!data || data.format !== scene.format || !data.state) return "This is no saved table that this page can read.";
  if (data.game !== scene.game) return `This table is of another game: ${data.game}.`;
  const made = fresh(), found = data.state, seen = new Set();
  const number = (value, other) => (Number.isFinite(value) ? value : other);
  const known = (items) => (Array.isArray(items) ? items : []).flatMap((item) => {
    if (typeof item?.p !== "string" || seen.has(item.p) || !design(item)) return [];
    seen.add(item.p);
    return [{ p: item.p, s: Math.max(0, Math.min(number(item.s, 0), design(item).sides.length - 1)) }];
  });
  const piles = (Array.isArray(found.piles) ? found.piles : []).map((pile, index) => ({
    id: index + 1, items: known(pile.items), x: number(pile.x, 0), y: number(pile.y, 0), turn: number(pile.turn, 0),
    home: stackOf[pile.home] ? pile.home : "",
  })).filter((pile) => pile.items.length);
  const hands = made.hands.map((_, seat) => known(found.hands?.[seat]));
  const box = known(found.box);
  // What the game has and the saved table does not know is new: it lies in the box.
  const missing = [...made.piles.flatMap((pile) => pile.items), ...made.box].filter((item) => !seen.has(item.p));
  before.push(JSON.stringify(state));
  state = { ...made, players: scene.setups[found.players] ? found.players : 0, seat: 0, next: found.piles?.length + 1 || 1, piles, hands, box: [...box, ...missing] };
  for (const [key, value] of Object.entries(found.counters ?? {})) state.counters[key] = number(value, 0);
  for (const [key, marks] of Object.entries(found.ink ?? {})) {
    if (Array.isArray(marks)) state.ink[key] = marks.filter((mark) => Array.isArray(mark?.line) ? mark.line.every(Number.isFinite) : typeof mark?.text === "string" && Number.isFinite(mark.x) && Number.isFinite(mark.y));
  }
  keep();
  return "";
}
