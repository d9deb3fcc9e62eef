// Moves: what a player can do with what lies there. Each is one change, and can be undone.
const HALF = 0.36; // of a card's width: dropped nearer than this to another one's middle, it lies on top of it

const copyOf = (item) => {
  const [kind, piece] = item.p.split("/");
  return { ...item, p: `${kind}/${piece}/${"more" + state.next++}` };
};

// The top pieces of a pile, as a pile of their own that lies highest; a supply never runs out.
function lift(pile, number) {
  let moved = pile;
  if (formOf(pile) === "supply") {
    moved = { id: state.next++, items: [copyOf(pile.items[0])], x: pile.x, y: pile.y, turn: pile.turn, home: "" };
  } else if (number < pile.items.length) {
    moved = { id: state.next++, items: pile.items.splice(0, number), x: pile.x, y: pile.y, turn: pile.turn, home: "" };
  } else {
    state.piles.splice(state.piles.indexOf(pile), 1);
  }
  state.piles.push(moved);
  return moved;
}

// Kinds with places over other pieces: they belong to the place, lie highest, and do not go where a piece below goes.
const OVER = new Set(scene.cells.filter((cell) => cell.over).map((cell) => cell.kind));
const isOver = (pile) => pile.items.length > 0 && OVER.has(kindOf(pile.items[0]));

// What lies on a single piece and goes where it goes.
function ridersOf(pile) {
  if (pile.items.length > 1 || isBag(pile) || isFixed(pile)) return [];
  const [w, h] = sizeOf(pile), above = state.piles.slice(state.piles.indexOf(pile) + 1);
  return above.filter((other) => {
    const [ow, oh] = sizeOf(other);
    return !isFixed(other) && !isOver(other) && ow * oh < w * h && covers(pile, other.x, other.y);
  });
}

function raise(piles) {
  state.piles = [...state.piles.filter((pile) => !piles.includes(pile)), ...piles];
}

function shift(piles, dx, dy) {
  for (const pile of piles) { pile.x += dx; pile.y += dy; }
}

const alike = (one, other) => {
  const [w, h] = sizeOf(one), [ow, oh] = sizeOf(other);
  return Math.abs(w - ow) < 1 && Math.abs(h - oh) < 1 && sortOf(one) === sortOf(other);
};

function merges(pile, other, x, y) {
  if (other === pile || isFixed(other) || !other.items.length) return false;
  if (isBag(other)) return kindOf(pile.items[0]) === kindOf(other.items[0]) && covers(other, x, y);
  if (!alike(pile, other) || !["card", "tile", "sheet"].includes(sortOf(pile))) return false;
  const near = HALF * Math.min(...sizeOf(pile));
  return Math.hypot(other.x - x, other.y - y) < near;
}

// The cell that a pile is dropped in: of its own kind first, then the smallest.
function cellFor(pile, x, y) {
  if (!pile.items.length || isBag(pile)) return undefined;
  const [w, h] = sizeOf(pile), kind = kindOf(pile.items[0]);
  const fits = scene.cells.filter((cell) => {
    const [cx, cy, cw, ch, turn] = cell.spot;
    const [rw, rh] = turn % 180 ? [ch, cw] : [cw, ch];
    if (Math.abs(x - cx) > rw / 2 || Math.abs(y - cy) > rh / 2) return false;
    if (cell.kind) return cell.kind === kind || sizeName(cell.kind, w, h);
    return Math.min(w, h) <= Math.min(cw, ch) + 1 && Math.max(w, h) <= Math.max(cw, ch) + 1 && sortOf(pile) !== "die";
  });
  const rank = (cell) => (cell.kind === kind ? 0 : 1e9) + cell.spot[2] * cell.spot[3] + Math.hypot(x - cell.spot[0], y - cell.spot[1]) / 1e3;
  return fits.sort((one, other) => rank(one) - rank(other))[0];
}

// A place may hold a size rather than a kind; then all that is so large fits.
function sizeName(kind, w, h) {
  const known = Object.keys(scene.designs).some((id) => id.startsWith(`${kind}/`));
  return !known && Math.min(w, h) > 40;
}

// Tiles fill the cells of a place one each, and change places; cards lie on top of each other.
function lyingIn(cell, besides) {
  const [x, y] = cell.spot;
  return state.piles.find((pile) => !besides.includes(pile) && pile.items.length && !isFixed(pile) && Math.hypot(pile.x - x, pile.y - y) < 1 && alike(pile, besides[0]));
}

// A pile comes down at a point. `from` is where it was taken up.
function drop(pile, riders, from) {
  const all = [pile, ...riders];
  const cell = cellFor(pile, pile.x, pile.y);
  if (cell && cell.many && sortOf(pile) === "tile" && pile.items.length === 1) {
    const other = lyingIn(cell, all);
    if (other && other.items.length === 1 && from && cellFor(pile, from.x, from.y)?.place === cell.place) {
      const others = [other, ...ridersOf(other).filter((each) => !all.includes(each))];
      shift(others, from.x - other.x, from.y - other.y);
      return settle(pile, riders, cell);
    }
  }
  const target = [...state.piles].reverse().find((other) => !all.includes(other) && merges(pile, other, cell ? cell.spot[0] : pile.x, cell ? cell.spot[1] : pile.y));
  if (target) return put(pile, riders, target);
  if (cell) settle(pile, riders, cell);
  return pile;
}

function settle(pile, riders, cell) {
  const [x, y, , , turn] = cell.spot;
  shift(riders, x - pile.x, y - pile.y);
  Object.assign(pile, { x, y });
  if (!riders.length && sortOf(pile) !== "token") pile.turn = turn;
  return pile;
}

// On top of another pile; what lay on the single piece stays on top of all.
function put(pile, riders, target) {
  shift(riders, target.x - pile.x, target.y - pile.y);
  if (formOf(target) !== "supply") target.items.unshift(...pile.items);
  pile.items = [];
  raise([target, ...riders]);
  return target;
}

function flip(pile) {
  for (const item of pile.items) if (design(item).sides.length === 2) item.s = 1 - item.s;
  pile.items.reverse();
}

function flipTop(pile) {
  if (pile.items.length === 1 || isBag(pile)) {
    const [item] = pile.items, count = design(item).sides.length;
    if (count > 1) item.s = (item.s + 1) % count;
    return pile;
  }
  const top = lift(pile, 1);
  flip(top);
  pile.items.unshift(...top.items);
  top.items = [];
  return pile;
}

function roll(pile) {
  for (const item of pile.items) item.s = Math.floor(Math.random() * design(item).sides.length);
}

function hold(pile, seat, number) {
  const taken = formOf(pile) === "supply" ? [copyOf(pile.items[0])] : pile.items.splice(0, number);
  for (const item of taken) if (design(item).sides.length === 2) item.s = 0;
  state.hands[seat].push(...taken);
}

function dealEach(pile, number) {
  for (let n = 0; n < number; n++) {
    for (let seat = 0; seat < (state.players || scene.seats.length); seat++) if (pile.items.length) hold(pile, seat, 1);
  }
}

function boxed(pile) {
  state.box.push(...pile.items.splice(0));
}

// From a hand to a point of the table.
function play(seat, item, x, y, up) {
  const hand = state.hands[seat];
  hand.splice(hand.findIndex((each) => each.p === item.p), 1);
  if (design(item).sides.length === 2) item.s = up ? 0 : 1;
  const turn = scene.things.find((thing) => thing.sort === "hand" && thing.seat === seat).spot[4];
  const pile = { id: state.next++, items: [item], x, y, turn, home: "" };
  state.piles.push(pile);
  return drop(pile, [], null);
}
