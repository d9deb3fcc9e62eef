"""Arrange puts every piece of a game in its place on a virtual table, and finds what does not fit there."""

from collections.abc import Iterator, Sequence

from pressplay.data.formats import SLOTTED
from pressplay.data.ids import slug
from pressplay.data.pieces import Contents, Kind
from pressplay.drawing.component import Component
from pressplay.drawing.picture import Slot
from pressplay.problem import Problem, nearest

from .table import (
    BAG,
    BOOK,
    BOX,
    COUNTER,
    DIE,
    HAND,
    Area,
    Arrangement,
    Lay,
    Member,
    Seat,
    SetupStep,
    Spot,
    Stack,
    Table,
    Thing,
    Where,
)

_GAP = 6.0
_TURNS = {"near": 0.0, "far": 180.0, "left": 90.0, "right": 270.0}


def arrange(
    table: Table | None, contents: Contents, components: Sequence[Component]
) -> tuple[Arrangement | None, list[Problem]]:
    """The table of a game with everything in its place; nothing when the game has no table.yaml."""
    if table is None:
        return None, []
    work = _Arranger(table, contents, components)
    done = work.arrange()
    return (None if work.problems else done), work.problems


class _Arranger:
    def __init__(self, table: Table, contents: Contents, components: Sequence[Component]) -> None:
        self.contents = contents
        self.table = table
        self.components = components
        self.problems: list[Problem] = []
        self.stacks: list[Stack] = []
        self.cells: dict[str, tuple[Spot, ...]] = {}
        self.boards: dict[str, tuple[Component, Spot]] = {}  # kind → the board whose slots are meant

    def arrange(self) -> Arrangement:
        # Boards first: other things lie on their slots, and so do places.
        later = [each for each in self.table.lay if each.where.form == "slot" or each.where.name in self.table.areas]
        for each in self.table.lay:
            if each not in later:
                self._lay(each)
        for area in self.table.areas.values():
            self.cells[area.name] = self._cells(area)
        for each in later:
            self._lay(each)
        self._check_names()
        things = tuple(self._things())
        self._check_room(things)
        done = Arrangement(self.table, tuple(self.stacks), things, self.cells, self._kinds())
        self._check_steps(done)
        return done

    def _say(self, where: Where | SetupStep | Lay | Stack | Thing, message: str, hint: str = "") -> None:
        self.problems.append(Problem(where.place, message, hint))

    def _kinds(self) -> dict[str, str]:
        """The kind that each place is for, because it says so or because all steps that deal there deal one kind."""
        names = {each.name: each.kinds for each in self.table.lay}
        told = {name: area.kind for name, area in self.table.areas.items() if area.kind}
        found: dict[str, set[str]] = {}
        for steps in self.table.setups.values():
            for step in steps:
                if step.verb == "deal" and step.stack in names:
                    found.setdefault(step.to, set()).update(names[step.stack])
        return {name: next(iter(kinds)) for name, kinds in found.items() if len(kinds) == 1} | told

    # Places

    def _cells(self, area: Area) -> tuple[Spot, ...]:
        if area.where.form == "slot":
            return tuple(self._slots(area.where))
        width, depth = area.size
        left = area.where.x - (area.columns - 1) / 2 * area.step[0]
        far = area.where.y + (area.rows - 1) / 2 * area.step[1]
        return tuple(
            Spot(left + column * area.step[0], far - row * area.step[1], width, depth)
            for row in range(area.rows)
            for column in range(area.columns)
        )

    def _slots(self, where: Where) -> Iterator[Spot]:
        """The slots of a board that a name means; one that ends in * means several."""
        kind, _, wanted = where.name.partition(".")
        found = self.boards.get(kind)
        if found is None:
            self._say(where, f"{kind} lies nowhere on the table, so nothing can lie on it")
            return
        board, spot = found
        names: dict[str, list[Slot]] = {}
        for slot in board.front.slots:
            names.setdefault(slug(slot.name), []).append(slot)
        if wanted.endswith("*"):
            meant = [name for name in names if name.startswith(wanted[:-1])]
        else:
            meant = [wanted] if wanted in names else []
        if not meant:
            self._say(where, f"{kind} has no slot {wanted}", nearest(wanted, names))
        for name in meant:
            if len(names[name]) > 1:
                self._say(where, f"{kind} has {len(names[name])} slots {name}", "give each a name of its own")
            yield spot.slot(names[name][0], board.front.width, board.front.height)

    def _seat_spot(self, seat: Seat, x: float, y: float, size: tuple[float, float]) -> Spot:
        """A point before a seat: x to the player's right, y from the edge of the table inwards."""
        width, depth = self.table.width / 2, self.table.depth / 2
        at = {
            "near": (seat.along + x, -depth + y),
            "far": (seat.along - x, depth - y),
            "left": (-width + y, seat.along - x),
            "right": (width - y, seat.along + x),
        }
        return Spot(*at[seat.side], *size, _TURNS[seat.side])

    # What lies there

    def _lay(self, laying: Lay) -> None:
        members = self._members(laying)
        if laying.where.form == "box":
            self._add(laying, members, None)
        elif laying.where.form == "seats":
            self._share(laying, members)
        elif laying.where.form == "grid":
            self._spread(laying, members)
        elif laying.where.form == "at":
            self._one_by_one(laying, members)
        else:
            cells = list(self._slots(laying.where)) if laying.where.form == "slot" else self.cells[laying.where.name]
            if cells:
                on = laying.where.name.partition(".")[0] if laying.where.form == "slot" else ""
                self._check_fit(laying, members, cells[0])
                self._add(laying, members, cells[0], on=on)

    def _members(self, laying: Lay) -> list[Member]:
        return [
            Member(kind, piece.id, copy)
            for kind in laying.kinds
            for piece in self.contents.pieces[kind]
            if not laying.piece or piece.id == laying.piece
            for copy in range(1, (1 if self._kind(laying).count == "supply" else piece.copies) + 1)
            if piece.copies
        ]

    def _kind(self, laying: Lay) -> Kind:
        return self.contents.kinds[laying.kinds[0]]

    def _size(self, kind: Kind, form: str) -> tuple[float, float]:
        if form in ("bag", "supply"):
            return BAG, BAG
        if kind.tabletop == "die":
            return DIE, DIE
        if kind.tabletop == "standee":
            return kind.size.width, kind.size.width
        if kind.tabletop in ("card", "tile"):  # they lie upright, even those that are read on their side
            short, long = sorted((kind.size.width, kind.size.height))
            return short, long
        return kind.size.width, kind.size.height

    def _form(self, laying: Lay, members: Sequence[Member]) -> str:
        kind = self._kind(laying)
        if kind.count == "supply":
            return "supply"
        if len(members) == 1:
            return "one"
        if laying.form == "states":
            return "states"
        return "pile" if kind.tabletop in ("card", "tile") else "bag"

    def _add(
        self, laying: Lay, members: Sequence[Member], spot: Spot | None, seat: int = -1, on: str = "", name: str = ""
    ) -> None:
        if not members:
            return
        kind = self._kind(laying)
        form = self._form(laying, members)
        if spot:
            spot = Spot(spot.x, spot.y, *self._size(kind, form), spot.turn)
        flat = kind.tabletop in ("card", "tile", "token")
        up = laying.face == "up" if laying.face else kind.back is None or not flat
        area = laying.where.name if laying.where.name in self.table.areas else ""
        self.stacks.append(Stack(name or laying.name, tuple(members), form, spot, up, seat, on, area, laying.place))
        if spot and kind.tabletop in SLOTTED and form in ("one", "states") and kind.id not in self.boards:
            first = members[0]
            found = next(one for one in self.components if (one.kind.id, one.piece.id) == first[:2])
            self.boards[kind.id] = found, spot

    def _one_by_one(self, laying: Lay, members: Sequence[Member]) -> None:
        """A pile at a point; a supply, or boards, one beside the other."""
        spot = Spot(laying.where.x, laying.where.y, 0, 0)
        if self._form(laying, members) == "supply" and len(members) > 1:
            wide = len(members) * (BAG + _GAP)
            for number, member in enumerate(members):
                x = laying.where.x - wide / 2 + (number + 0.5) * (BAG + _GAP)
                self._add(laying, [member], Spot(x, laying.where.y, 0, 0), name=f"{laying.name}-{number + 1}")
            return
        self._add(laying, members, spot)

    def _spread(self, laying: Lay, members: Sequence[Member]) -> None:
        """Pieces one by one in a grid, row by row; designs with several copies of a token are bags."""
        groups = self._designs(members) if self._kind(laying).tabletop == "token" else [[each] for each in members]
        where = laying.where
        if not groups:  # all its pieces are for the rulebook's figures
            return
        if len(groups) > where.columns * where.rows:
            self._say(where, f"{len(groups)} pieces do not fit a grid of {where.columns} x {where.rows}")
            return
        spots = list(self._grid(laying, groups[0]))
        if where.name and len(spots) < len(groups):
            self._say(where, f"{len(groups)} pieces do not fit {where.name}, which has {len(spots)} cells for them")
            return
        for number, (group, spot) in enumerate(zip(groups, spots), 1):
            if where.name:
                self._check_fit(laying, group, spot)
            self._add(laying, group, spot, name=laying.name if len(groups) == 1 else f"{laying.name}-{number}")

    def _grid(self, laying: Lay, group: Sequence[Member]) -> Iterator[Spot]:
        """The cells of a grid, row by row: those of a place, or as wide apart as the pieces are."""
        where = laying.where
        width, depth = self._size(self._kind(laying), self._form(laying, group))
        area = self.table.areas.get(where.name)
        for row in range(where.rows):
            for column in range(where.columns):
                if area is None:
                    x = where.x + (column - (where.columns - 1) / 2) * (width + _GAP)
                    y = where.y - (row - (where.rows - 1) / 2) * (depth + _GAP)
                    yield Spot(x, y, width, depth)
                    continue
                across = where.columns if area.where.form == "slot" else area.columns
                index = row * across + column
                if index < len(self.cells[area.name]):
                    yield self.cells[area.name][index]

    def _designs(self, members: Sequence[Member]) -> list[list[Member]]:
        groups: dict[str, list[Member]] = {}
        for member in members:
            groups.setdefault(member[1], []).append(member)
        return list(groups.values())

    def _share(self, laying: Lay, members: Sequence[Member]) -> None:
        groups = self._groups(laying, members)
        seats = self.table.seats
        if len(groups) < max([self.contents.players["max"], *self.table.setups]):
            told = f"{laying.name} is shared by {laying.share} into {len(groups)} parts; there are {len(seats)} seats"
            self._say(laying, told)
            return
        for number, (seat, group) in enumerate(zip(seats, groups)):
            size = self._size(self._kind(laying), self._form(laying, group))
            self._add(laying, group, self._seat_spot(seat, laying.where.x, laying.where.y, size), number)
        for number, group in enumerate(groups[len(seats) :]):
            self._add(laying, group, None, name=f"{laying.name}-spare-{number + 1}")

    def _groups(self, laying: Lay, members: Sequence[Member]) -> list[list[Member]]:
        if laying.share == "copies":
            return [[member] for member in members]
        if laying.share == "pieces":
            return self._designs(members)
        pieces = {(kind, piece.id): piece for kind in laying.kinds for piece in self.contents.pieces[kind]}
        groups: dict[str, list[Member]] = {}
        for member in members:
            groups.setdefault(str(pieces[member.design].values[laying.share]), []).append(member)
        return list(groups.values())

    def _check_fit(self, laying: Lay, members: Sequence[Member], cell: Spot) -> None:
        width, depth = self._size(self._kind(laying), self._form(laying, members))
        if width > cell.width + 0.5 or depth > cell.depth + 0.5:
            room = f"{cell.width:g} x {cell.depth:g} mm"
            self._say(laying.where, f"{laying.name} needs {width:g} x {depth:g} mm; there are {room}")

    # The rest of the table

    def _things(self) -> Iterator[Thing]:
        table = self.table
        for number, seat in enumerate(table.seats):
            spot = self._seat_spot(seat, 0, -HAND[1] / 2 - 10, HAND)
            yield Thing("hand", seat.name, spot, number, seat.place)
        for counter in table.counters:
            if counter.where.form == "seats":
                for number, seat in enumerate(table.seats):
                    spot = self._seat_spot(seat, counter.where.x, counter.where.y, COUNTER)
                    yield Thing("counter", f"{counter.title}: {seat.name}", spot, number, counter.where.place)
            else:
                spot = Spot(counter.where.x, counter.where.y, *COUNTER)
                yield Thing("counter", counter.title, spot, place=counter.where.place)
        if table.dice:
            number, where = table.dice.number, table.dice.where
            yield Thing("dice", "Dice", Spot(where.x, where.y, BAG, BAG), -1, where.place, number)
        if table.rulebook:
            spot = Spot(table.rulebook.x, table.rulebook.y, *BOOK)
            yield Thing("rulebook", "Rulebook", spot, place=table.rulebook.place)
        yield Thing("box", "Box", Spot(table.box.x, table.box.y, *BOX), place=table.box.place)

    def _check_names(self) -> None:
        """What lies one by one is numbered, and may then be called like something else."""
        known: set[str] = set()
        for stack in self.stacks:
            if stack.key in known:
                self._say(stack, f"two things are named {stack.name}", "give one of them a name of its own")
            known.add(stack.key)

    def _check_room(self, things: Sequence[Thing]) -> None:
        """No two things overlap, and all stand on the table; what lies on a board lies within it."""
        whole = Spot(0, 0, self.table.width, self.table.depth)
        lying: list[tuple[str, Spot, Stack | Thing]] = []
        lying += [(each.name, each.spot, each) for each in self.stacks if each.spot and not each.on]
        lying += [(each.title, each.spot, each) for each in things]
        for number, (name, spot, each) in enumerate(lying):
            held = isinstance(each, Thing) and each.sort == "hand"
            if not spot.within(whole) and not held:
                self._say(each, f"{name} does not lie on the table, which is {whole.width:g} x {whole.depth:g} mm")
            for other, other_spot, _ in lying[:number]:
                if spot.overlaps(other_spot):
                    self._say(each, f"{name}{'’s hand' if held else ''} overlaps {other}")
        self._check_boards()
        self._check_areas(lying)

    def _check_boards(self) -> None:
        above = [each for each in self.stacks if each.on and each.spot]
        for number, each in enumerate(above):
            assert each.spot
            if each.on in self.boards and not each.spot.within(self.boards[each.on][1]):
                self._say(each, f"{each.name} does not lie within {each.on}")
            for other in above[:number]:
                if other.spot and each.spot.overlaps(other.spot):
                    self._say(each, f"{each.name} overlaps {other.name}")

    def _check_areas(self, lying: "Sequence[tuple[str, Spot, Stack | Thing]]") -> None:
        """Places are kept free for what is dealt there, but for what lies in them to begin with, or over them."""
        whole = Spot(0, 0, self.table.width, self.table.depth)
        free = [area for area in self.table.areas.values() if area.where.form != "slot"]
        for number, area in enumerate(free):
            first, *rest = self.cells[area.name]
            if any(first.overlaps(cell) for cell in rest):
                self._say(area.where, f"the cells of {area.name} overlap", "make its step as large as what it holds")
            others = [
                (f"the place {other.name}", cell)
                for other in free[:number]
                if other.name != area.over
                for cell in self.cells[other.name]
            ]
            others += [
                (name, spot) for name, spot, each in lying if not (isinstance(each, Stack) and each.area == area.name)
            ]
            for cell in self.cells[area.name]:
                if not cell.within(whole):
                    self._say(area.where, f"the place {area.name} does not lie on the table")
                    break
                met = next((name for name, spot in others if spot.overlaps(cell)), None)
                if met:
                    self._say(area.where, f"the place {area.name} overlaps {met}")
                    break

    def _check_steps(self, done: Arrangement) -> None:
        """A place has a cell for each piece that is dealt there."""
        for steps in self.table.setups.values():
            for step in steps:
                if step.verb == "deal" and self.cells[step.to] and step.number > len(done.cells[step.to]):
                    self._say(
                        step, f"{step.number} pieces are dealt to {step.to}, which has {len(done.cells[step.to])}"
                    )
