// The pointer: mouse, pen and fingers. One drags or draws, two pinch.
const SLOP = 5; // pixels that a click may wander
const pointers = new Map();
let gesture = null;

class PanGesture {
  constructor(event) { this.last = event; }
  move(event) {
    view.x += event.clientX - this.last.clientX;
    view.y += event.clientY - this.last.clientY;
    this.last = event;
    look();
  }
  end(moved) { if (!moved) choose(0); }
}

class PinchGesture {
  constructor() { this.last = this.now(); }
  now() {
    const [one, other] = [...pointers.values()];
    const box = room.getBoundingClientRect();
    return { apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY), x: (one.clientX + other.clientX) / 2 - box.left, y: (one.clientY + other.clientY) / 2 - box.top };
  }
  move() {
    if (pointers.size < 2) return;
    const now = this.now();
    view.x += now.x - this.last.x;
    view.y += now.y - this.last.y;
    nearer(now.apart / (this.last.apart || 1), now);
    this.last = now;
  }
  end() {}
}

// A piece, or a whole pile by its number, taken up and laid down.
class DragGesture {
  constructor(pile, event, whole) {
    Object.assign(this, { pile, whole, start: event, begun: false });
  }

  begin() {
    this.begun = true;
    this.before = JSON.stringify(state);
    this.from = { x: this.pile.x, y: this.pile.y };
    const riders = this.whole || this.pile.items.length > 1 ? [] : ridersOf(this.pile);
    const number = this.whole || formOf(this.pile) === "states" ? this.pile.items.length : 1;
    this.moved = lift(this.pile, number);
    this.riders = riders;
    raise([this.moved, ...riders]);
    chosen = this.moved.id;
    render();
    shown.get(chosen).classList.add("lifted");
    this.point = onTable(this.start.clientX, this.start.clientY);
  }

  move(event, moved) {
    if (!moved) return;
    if (!this.begun) this.begin();
    const point = onTable(event.clientX, event.clientY);
    shift([this.moved, ...this.riders], point.x - this.point.x, point.y - this.point.y);
    this.point = point;
    for (const pile of [this.moved, ...this.riders]) {
      Object.assign(shown.get(pile.id).style, { left: `${pile.x}px`, top: `${pile.y}px` });
    }
    showTarget(cellFor(this.moved, this.moved.x, this.moved.y));
  }

  end(moved, event) {
    showTarget(undefined);
    if (!this.begun) return click(this.pile, event);
    const { before: old } = this;
    const zone = zoneAt(event.clientX, event.clientY);
    const dragged = JSON.stringify(state);
    state = JSON.parse(old); // so that what is undone is the whole drag
    change(() => {
      state = JSON.parse(dragged);
      const pile = pileOf(this.moved.id), riders = this.riders.map((each) => pileOf(each.id));
      if (zone) {
        zone.take(pile.items.splice(0));
        shift(riders, this.from.x - pile.x, this.from.y - pile.y);
      } else chosen = drop(pile, riders, this.from).id;
    });
    render();
  }

  cancel() {
    if (this.begun) { state = JSON.parse(this.before); render(); }
  }
}

// A card of a hand, dragged to the table, to another hand or along the hand.
class HeldGesture {
  constructor(index, event) { Object.assign(this, { index, start: event }); }

  move(event, moved) {
    if (!moved) return;
    if (!this.ghost) {
      const card = $("held").querySelector(`[data-index="${this.index}"] img`);
      this.ghost = card.cloneNode();
      Object.assign(this.ghost.style, { position: "fixed", height: `${design(this.item()).size[1] * view.scale}px`, zIndex: 20, pointerEvents: "none", transform: "translate(-50%, -50%)" });
      document.body.append(this.ghost);
    }
    Object.assign(this.ghost.style, { left: `${event.clientX}px`, top: `${event.clientY}px` });
    const point = onTable(event.clientX, event.clientY);
    showTarget(zoneAt(event.clientX, event.clientY) ? undefined : cellFor({ items: [this.item()], home: "" }, point.x, point.y));
  }

  item() { return state.hands[state.seat][this.index]; }

  end(moved, event) {
    showTarget(undefined);
    this.ghost?.remove();
    if (!moved) {
      opened = opened?.index === this.index ? null : { index: this.index };
      chosen = 0;
      return render();
    }
    const item = this.item(), zone = zoneAt(event.clientX, event.clientY);
    const inHand = $("hand").contains(document.elementFromPoint(event.clientX, event.clientY));
    change(() => {
      if (inHand) this.reorder(item, event.clientX);
      else if (zone) {
        state.hands[state.seat].splice(this.index, 1);
        zone.take([item]);
      } else {
        const { x, y } = onTable(event.clientX, event.clientY);
        chosen = play(state.seat, item, x, y, openHand && !event.altKey).id;
      }
    });
    opened = null;
    render();
  }

  reorder(item, clientX) {
    const cards = [...$("held").querySelectorAll(".card")];
    const to = cards.filter((card, index) => index !== this.index && card.getBoundingClientRect().left + card.offsetWidth / 2 < clientX).length;
    const hand = state.hands[state.seat];
    hand.splice(this.index, 1);
    hand.splice(to, 0, item);
  }

  cancel() { this.ghost?.remove(); }
}

function showTarget(cell) {
  for (const element of cloth.querySelectorAll(".cell.open")) element.classList.remove("open");
  if (cell) cloth.querySelector(`[data-cell="${CSS.escape(`${cell.place} ${cell.number}`)}"]`)?.classList.add("open");
}

// A hand or the box below a point of the screen.
function zoneAt(clientX, clientY) {
  if ($("hand").contains(document.elementFromPoint(clientX, clientY))) return zones.find((zone) => zone.thing.sort === "hand" && zone.thing.seat === state.seat);
  const { x, y } = onTable(clientX, clientY);
  return zones.find(({ thing, take, element }) => {
    const [zx, zy, w, h, turn] = thing.spot, [rw, rh] = turn % 180 ? [h, w] : [w, h];
    return take && !element.hidden && Math.abs(x - zx) < rw / 2 && Math.abs(y - zy) < rh / 2;
  });
}

function choose(id) {
  chosen = id;
  opened = null;
  render();
}

let clicked = { id: 0, at: 0 };
function click(pile, event) {
  const twice = clicked.id === pile.id && event.timeStamp - clicked.at < 400;
  clicked = twice ? { id: 0, at: 0 } : { id: pile.id, at: event.timeStamp };
  choose(pile.id);
  shown.get(pile.id)?.focus({ preventScroll: true });
  if (sortOf(pile) === "die") return rollChosen();
  if (twice && !isFixed(pile)) return act(formOf(pile) === "states" ? (each) => each.items.push(each.items.shift()) : flipTop);
}

function gestureOf(event) {
  const element = event.target.closest(".pile");
  const pile = element && pileOf(Number(element.dataset.id));
  if (pile && writing && canWrite(pile)) return new PencilStroke(pile, event);
  if (pile && !isFixed(pile)) return new DragGesture(pile, event, Boolean(event.target.closest(".number")));
  if (pile) return Object.assign(new PanGesture(event), { end: (moved) => { if (!moved) choose(pile.id); } });
  return event.target.closest("button, input, .book, .box") ? null : new PanGesture(event);
}

function listenToPointer() {
  room.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    hideNear();
    pointers.set(event.pointerId, event);
    if (pointers.size === 2) {
      gesture?.cancel?.();
      gesture = new PinchGesture();
    } else gesture = gestureOf(event);
    if (gesture) {
      gesture.down ??= event;
      room.setPointerCapture(event.pointerId);
    }
  });
  $("held").addEventListener("pointerdown", (event) => {
    const card = event.target.closest(".card");
    if (!card || event.button > 0) return;
    hideNear();
    pointers.set(event.pointerId, event);
    gesture = new HeldGesture(Number(card.dataset.index), event);
    gesture.down = event;
    $("hand").setPointerCapture(event.pointerId);
  });
  for (const area of [room, $("hand")]) {
    area.addEventListener("pointermove", (event) => {
      if (!pointers.has(event.pointerId)) return peek(event);
      pointers.set(event.pointerId, event);
      if (!gesture) return;
      gesture.moved ||= Math.hypot(event.clientX - gesture.down.clientX, event.clientY - gesture.down.clientY) > SLOP;
      gesture.move(event, gesture.moved);
    });
    area.addEventListener("pointerup", (event) => {
      if (!pointers.delete(event.pointerId)) return;
      const done = gesture;
      if (!pointers.size) gesture = null;
      done?.end(done.moved, event);
    });
    area.addEventListener("pointercancel", (event) => {
      pointers.delete(event.pointerId);
      gesture?.cancel?.();
      gesture = null;
      render();
    });
    area.addEventListener("pointerleave", hideNear);
  }
  room.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = room.getBoundingClientRect();
    nearer(Math.exp(-event.deltaY / 500), { x: event.clientX - box.left, y: event.clientY - box.top });
  }, { passive: false });
}

// What the mouse rests on is shown large.
function peek(event) {
  if (event.pointerType === "touch") return;
  const card = event.target.closest(".card"), element = event.target.closest(".pile");
  if (card) {
    const item = state.hands[state.seat][Number(card.dataset.index)];
    return openHand ? showNear({ ...item, s: 0 }, event.clientX) : hideNear();
  }
  const pile = element && pileOf(Number(element.dataset.id));
  if (!pile || writing) return hideNear();
  showNear(pile.items[0], event.clientX);
}
