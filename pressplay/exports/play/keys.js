// The keyboard: everything that a pointer can do.
let lifted = null; // {before, id, riders, from}
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// An arrow as it is seen, in the table's own directions.
function seen([dx, dy]) {
  const turn = (view.turn * Math.PI) / 180;
  return [Math.round(dx * Math.cos(turn) - dy * Math.sin(turn)), Math.round(dx * Math.sin(turn) + dy * Math.cos(turn))];
}

// The nearest pile that way; what lies aside counts as farther.
function neighbour([dx, dy]) {
  const from = chosenPile() ?? { x: 0, y: 0 };
  const away = (pile) => {
    const along = (pile.x - from.x) * dx + (pile.y - from.y) * dy, aside = Math.abs((pile.x - from.x) * dy) + Math.abs((pile.y - from.y) * dx);
    return along <= 1 ? Infinity : along + 2.5 * aside;
  };
  const best = state.piles.filter((pile) => pile.id !== chosen).sort((one, other) => away(one) - away(other))[0];
  return best && away(best) < Infinity ? best : undefined;
}

function goTo(pile) {
  choose(pile.id);
  shown.get(pile.id).focus({ preventScroll: true });
  tell(shown.get(pile.id).getAttribute("aria-label"));
}

function pickUp() {
  const pile = chosenPile();
  if (!pile || isFixed(pile)) return;
  lifted = { before: JSON.stringify(state), from: { x: pile.x, y: pile.y } };
  const riders = pile.items.length > 1 ? [] : ridersOf(pile);
  const moved = lift(pile, formOf(pile) === "states" ? pile.items.length : 1);
  raise([moved, ...riders]);
  Object.assign(lifted, { id: moved.id, riders: riders.map((each) => each.id) });
  goTo(moved);
  tell("Picked up. Arrows move it, Space lays it down, Escape puts it back.");
}

function carry([dx, dy], far) {
  shift([pileOf(lifted.id), ...lifted.riders.map(pileOf)], dx * far, dy * far);
  render();
  shown.get(lifted.id).classList.add("lifted");
}

function layDown() {
  const dragged = JSON.stringify(state), { id, riders, from } = lifted;
  state = JSON.parse(lifted.before);
  lifted = null;
  change(() => {
    state = JSON.parse(dragged);
    chosen = drop(pileOf(id), riders.map(pileOf), from).id;
  });
  render();
  shown.get(chosen)?.focus({ preventScroll: true });
}

function putBack() {
  state = JSON.parse(lifted.before);
  lifted = null;
  render();
}

function keyOnTable(event) {
  const arrow = ARROWS[event.key];
  if (lifted) {
    if (arrow) carry(seen(arrow), event.shiftKey ? 1 : 10);
    else if (event.key === " " || event.key === "Enter") layDown();
    else if (event.key === "Escape") putBack();
    else return false;
    return true;
  }
  if (arrow) { const next = neighbour(seen(arrow)); if (next) goTo(next); return true; }
  if (event.key === " ") { if (chosenPile() && sortOf(chosenPile()) === "die" && !event.shiftKey) rollChosen(); else pickUp(); return true; }
  if (event.key === "Escape") { choose(0); return true; }
  const pile = chosenPile(), action = pile && ACTIONS.find((each) => each.key === event.key.toLowerCase() && each.when(pile));
  if (!action) return false;
  action.does(action.number ? 1 : undefined);
  shown.get(chosen)?.focus({ preventScroll: true });
  return true;
}

const SHORTCUTS = {
  h: () => $("show").click(), p: () => $("pencil").click(), "?": () => $("words").showModal(),
  "+": () => nearer(1.25), "-": () => nearer(0.8), 0: fitTable,
};

function listenToKeys() {
  addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, dialog")) return;
    const held = event.target.closest(".card");
    if (event.ctrlKey || event.metaKey) {
      const again = event.key === "y" || (event.key === "Z" && event.shiftKey);
      if (event.key !== "z" && !again) return;
      event.preventDefault();
      (again ? redo : undo)();
      return render();
    }
    if (event.altKey) return;
    if (held && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      opened = { index: Number(held.dataset.index) };
      const index = opened.index;
      render();
      return $("held").querySelector(`[data-index="${index}"]`)?.focus();
    }
    if (event.target.closest("button") && [" ", "Enter"].includes(event.key)) return;
    if (keyOnTable(event)) return event.preventDefault();
    SHORTCUTS[event.key]?.();
  });
}
