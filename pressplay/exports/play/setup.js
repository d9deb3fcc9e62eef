// The set-up: the steps of the game's table carried out, with real chance.
function shuffle(items) {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [items[i], items[j]] = [items[j], items[i]];
  }
}

function setUp(count) {
  change(() => {
    const seat = state.seat;
    state = fresh();
    state.players = count;
    state.seat = Math.min(seat, count - 1);
    new SetUp(count).run(scene.setups[count]);
  });
}

class SetUp {
  constructor(count) {
    this.count = count;
    this.loose = {}; // piles that are made on the way
  }

  run(steps) {
    for (const step of steps) this[step.verb](step);
    for (const pile of [...state.piles]) {
      if (pile.home && stackOf[pile.home].seat >= this.count) state.box.push(...pile.items.splice(0));
    }
  }

  // The pieces of a pile, the top one first; a pile that was emptied lies where it lay.
  items(key) {
    const found = state.piles.find((pile) => pile.home === key);
    if (found) return found.items;
    const spot = stackOf[key]?.spot;
    if (!spot) return (this.loose[key] ??= []);
    const pile = { id: state.next++, items: [], x: spot[0], y: spot[1], turn: spot[4], home: key };
    state.piles.push(pile);
    return pile.items;
  }

  draw(key, number) {
    const items = this.items(key);
    return items.splice(0, number || items.length);
  }

  lay(item, cell, up, shift = 0) {
    item.s = up || design(item).sides.length < 2 ? 0 : 1;
    const [x, y, , , turn] = cell.spot;
    state.piles.push({ id: state.next++, items: [item], x: x + shift, y: y + shift, turn, home: "" });
  }

  shuffle({ stack }) { shuffle(this.items(stack)); }
  mix({ stack, to }) { this.items(to).push(...this.draw(stack, 0)); shuffle(this.items(to)); }
  take({ stack, number, to }) { this.items(to).push(...this.draw(stack, number)); }
  put({ stack, number, to }) { this.items(to).unshift(...this.draw(stack, number)); }
  under({ stack, number, to }) { this.items(to).push(...this.draw(stack, number)); }

  split({ stack, to, ids }) {
    const lying = this.items(stack), wanted = new Set(ids);
    const fits = (item) => wanted.has(item.p.split("/").slice(0, 2).join("/"));
    const chosen = lying.filter(fits), left = lying.filter((item) => !fits(item));
    lying.splice(0, lying.length, ...left);
    this.items(to).unshift(...chosen);
  }

  // A hand that lacks what it must have goes back, the pile is shuffled, and it is dealt again.
  hand({ stack, number, to }) {
    for (let seat = 0; seat < this.count; seat++) {
      let dealt = this.draw(stack, number);
      while (to && !dealt.some((item) => kindOf(item) === to)) {
        this.items(stack).push(...dealt);
        shuffle(this.items(stack));
        dealt = this.draw(stack, number);
      }
      this.hold(seat, dealt);
    }
  }

  hold(seat, items) {
    for (const item of items) item.s = 0;
    state.hands[seat].push(...items);
  }

  own({ stack }) {
    for (let seat = 0; seat < this.count; seat++) this.hold(seat, this.draw(`${stack}@${seat + 1}`, 0));
  }

  each({ stack, to }) {
    const cells = scene.cells.filter((cell) => cell.place === to);
    for (let seat = 0; seat < this.count; seat++) {
      const shift = 4 * Math.floor(seat / cells.length); // those that share a cell lie on top of each other
      this.lay(this.draw(`${stack}@${seat + 1}`, 1)[0], cells[seat % cells.length], true, shift);
    }
  }

  deal({ stack, number, to, cells, up }) {
    const dealt = this.draw(stack, number);
    cells.forEach((cell, index) => this.lay(dealt[index], cellOf[`${to} ${cell}`], up));
  }

  sort({ stack, ids }) {
    const place = new Map(ids.map((id, index) => [id, index]));
    const rank = (item) => place.get(item.p.split("/").slice(0, 2).join("/"));
    this.items(stack).sort((one, other) => rank(one) - rank(other));
  }

  box({ stack, number }) { state.box.push(...this.draw(stack, number)); }
}
