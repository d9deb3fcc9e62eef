// Your hand, what can be done with what is chosen, and piles looked through.
function renderHand() {
  const held = $("held"), hand = state.hands[state.seat] ?? [];
  held.replaceChildren();
  $("hand").classList.toggle("open", openHand);
  $("show").setAttribute("aria-pressed", openHand);
  $("show").textContent = openHand ? "Hide my hand" : "Show my hand";
  if (!hand.length) make("p", "", held, `The hand of ${scene.seats[state.seat]} is empty. Drag pieces here.`);
  hand.forEach((item, index) => {
    const card = make("button", "card", held), image = make("img", "", card), look = design(item);
    const back = look.sides.length === 2 ? images[look.sides[1]] : "";
    const hidden = !openHand && back;
    image.src = hidden ? back : images[look.sides[0]];
    image.draggable = false;
    image.alt = "";
    card.setAttribute("aria-label", hidden ? `Card ${index + 1} of your hand` : look.title);
    card.dataset.index = index;
    if (!hidden) card.dataset.held = item.p;
    card.classList.toggle("chosen", opened?.index === index);
  });
}

// The piles that keys and buttons act on: the one that is chosen.
const chosenPile = () => pileOf(chosen);

function act(does, words) {
  const pile = chosenPile();
  if (!pile) return;
  change(() => does(pile));
  if (words) tell(words);
  render();
}

const ACTIONS = [
  { key: "f", name: "Flip", when: (pile) => sortOf(pile) !== "die" && design(pile.items[0]).sides.length > 1, does: () => act(flipTop) },
  { key: "", name: "Flip pile", when: (pile) => isPile(pile), does: () => act(flip) },
  { key: "o", name: "Roll", when: (pile) => sortOf(pile) === "die", does: () => rollChosen() },
  { key: "", name: "Roll all", when: (pile) => sortOf(pile) === "die" && dice().length > 1, does: () => rollAll() },
  { key: "s", name: "Shuffle", when: (pile) => isPile(pile) || (isBag(pile) && pile.items.length > 1), does: () => act((pile) => shuffle(pile.items), "Shuffled.") },
  { key: "d", name: "Draw", when: (pile) => !isFixed(pile) && sortOf(pile) !== "die", number: true, does: (n) => act((pile) => hold(pile, state.seat, n), "Drawn to your hand.") },
  { key: "", name: "Deal to each", when: (pile) => isPile(pile), number: true, does: (n) => act((pile) => dealEach(pile, n), "Dealt to each player.") },
  { key: "r", name: "Turn", when: (pile) => !isFixed(pile), does: () => act((pile) => { pile.turn = (pile.turn + 90) % 360; }) },
  { key: "n", name: "Next", when: (pile) => formOf(pile) === "states" && pile.items.length > 1, does: () => act((pile) => pile.items.push(pile.items.shift())) },
  { key: "l", name: "Look through", when: (pile) => pile.items.length > 1, does: () => { const { id } = chosenPile(); lookInto(titleOf(chosenPile().items[0]), () => pileOf(id)?.items ?? []); } },
  { key: "w", name: "Write", when: (pile) => canWrite(pile), does: () => writeInMiddle(chosenPile()) },
  { key: "", name: "Rub out", when: (pile) => inkOf(pile.items[0]).length > 0, does: () => act((pile) => { delete state.ink[inkKey(pile.items[0])]; }) },
  { key: "b", name: "Into the box", when: (pile) => !isFixed(pile), does: () => act(boxed, "Put into the box.") },
];

const isPile = (pile) => pile.items.length > 1 && !isBag(pile) && !isFixed(pile);
const dice = () => state.piles.filter((pile) => sortOf(pile) === "die");

function rollThese(piles) {
  change(() => piles.forEach(roll));
  render();
  for (const pile of piles) {
    const element = shown.get(pile.id);
    element.classList.remove("rolled");
    void element.offsetWidth;
    element.classList.add("rolled");
  }
  tell(`Rolled ${piles.flatMap((pile) => pile.items.map((item) => design(item).plain ? item.s + 1 : `side ${item.s + 1}`)).join(", ")}.`);
}
const rollChosen = () => rollThese([chosenPile()]);
const rollAll = () => rollThese(dice());

function renderActions() {
  const bar = $("actions"), pile = chosenPile();
  if (opened) return renderHeldActions();
  bar.hidden = !pile;
  if (!pile) return;
  const fitting = ACTIONS.filter((action) => action.when(pile));
  bar.hidden = !fitting.length;
  const number = fitting.some((action) => action.number), box = shown.get(pile.id).getBoundingClientRect();
  bar.className = box.left + box.width / 2 > innerWidth / 2 ? "left" : "right"; // beside what it is about, not on it
  bar.replaceChildren();
  make("b", "", bar, `${titleOf(pile.items[0])}${pile.items.length > 1 ? ` · ${pile.items.length}` : ""}`);
  let field;
  if (number) {
    field = make("input", "", bar);
    Object.assign(field, { type: "number", min: 1, max: 99, value: 1, title: "How many" });
    field.setAttribute("aria-label", "How many");
  }
  for (const action of fitting) {
    const button = make("button", "", bar, action.name);
    if (action.key) button.title = action.key.toUpperCase();
    button.addEventListener("click", () => action.does(action.number ? Math.max(1, Number(field.value) || 1) : undefined));
  }
}

// A card of your hand that was chosen: played without dragging.
function renderHeldActions() {
  const bar = $("actions"), item = state.hands[state.seat]?.[opened.index];
  if (!item) { opened = null; return renderActions(); }
  bar.hidden = false;
  bar.className = "right";
  bar.replaceChildren();
  make("b", "", bar, openHand ? design(item).title : "A card of your hand");
  for (const [name, up] of [["Play", true], ["Play face down", false]]) {
    make("button", "", bar, name).addEventListener("click", () => playHeld(item, up));
  }
}

function playHeld(item, up) {
  const zone = scene.things.find((thing) => thing.sort === "hand" && thing.seat === state.seat);
  const [x, y, , , turn] = zone.spot, angle = (turn * Math.PI) / 180, far = 190;
  let pile;
  change(() => { pile = play(state.seat, item, x + Math.sin(angle) * far, y - Math.cos(angle) * far, up); });
  opened = null;
  chosen = pile.id;
  render();
}

// Every piece of a pile, to take one out.
function lookInto(title, items) {
  const dialog = $("look"), list = dialog.querySelector("div");
  const fill = () => {
    dialog.querySelector("b").textContent = `${title} · ${items().length}`;
    list.replaceChildren();
    for (const item of items()) {
      const button = make("button", "", list), image = make("img", "", button);
      const face = design(item).sides[0];
      if (design(item).plain) make("span", "", button, design(item).title); else image.src = images[face];
      image.alt = design(item).title;
      button.title = `Take ${design(item).title} to the middle of what you see`;
      button.addEventListener("click", () => {
        const { x, y } = onTable(room.getBoundingClientRect().left + room.clientWidth / 2, room.getBoundingClientRect().top + room.clientHeight / 2);
        change(() => {
          const all = items();
          const [taken] = all.splice(all.indexOf(item), 1);
          if (design(taken).sides.length === 2) taken.s = 0;
          state.piles.push({ id: state.next++, items: [taken], x, y, turn: view.turn, home: "" });
        });
        dialog.close();
        render();
      });
    }
  };
  fill();
  dialog.showModal();
}
