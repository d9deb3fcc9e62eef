"""Files: what game.yaml, sizes, papers and fonts may hold, declared once for the checks and for editors."""

from .fields import WORD, Bool, Color, Field, Id, Number, OneOf, Text
from .ids import ID
from .shapes import SHAPES
from .structures import Free, ListOf, MapOf, Maybe, OneOrMore, Raw, Record

TABLETOP = ("card", "tile", "token", "board", "sheet", "die", "standee")
SLOTTED = ("board", "sheet")  # on these other things lie, in slots
COUNTS = ("fixed", "supply")
PRINTS = ("each", "both-sides", "once", "both-sides-once")
STYLES = ("regular", "bold", "italic", "bold-italic")


def _one_of(*words: str) -> OneOf:
    return OneOf({word: word for word in words})


KIND = Record(
    {
        "title": Text(1, 60),
        "size": Text(1),
        "template": Text(1),
        "back": Maybe(Text(1)),
        "pieces": Text(1),
        "source": Maybe(Text(1)),
        "sheet": Maybe(Text(1)),
        "columns": Maybe(MapOf(Text(1), "field")),
        "strict": Maybe(Bool(), False),
        "fields": Raw(),
        "plural": Maybe(Text(1)),
        "description": Maybe(Text(), ""),
        "landscape": Maybe(Bool(), False),
        "count": Maybe(_one_of(*COUNTS), "fixed"),
        "tabletop": Maybe(_one_of(*TABLETOP), "card"),
        "print": Maybe(_one_of(*PRINTS), "each"),
    }
)

ALLOW = Record(
    {
        "resolution": Maybe(Number(low=50, high=200), 200.0),
        "contrast": Maybe(Number(low=1, high=4.5), 4.5),
        "type": Maybe(Number(low=3, high=7), 7.0),
    }
)

GAME = Record(
    {
        "title": Text(1, 80),
        "version": Text(1, 20),
        "language": Maybe(Text(2, 12), "en"),
        "fonts": MapOf(Text(1), "role", WORD),
        "style": Maybe(Raw()),
        "kinds": MapOf(KIND, "kind", ID),
        "description": Maybe(Text(), ""),
        "credits": Maybe(OneOrMore(), []),
        "url-base": Maybe(Text(), ""),
        "stamps": Maybe(Bool(), True),
        "allow": Maybe(ALLOW),
        "icon-grounds": Maybe(_one_of("keep", "drop"), "keep"),
    }
)

PALETTE = MapOf(Color(named=False), "colour")
STYLE = Free()

SIZES = MapOf(
    Record(
        {
            "width": Number(above=0, high=2000),
            "height": Number(above=0, high=2000),
            "corner": Maybe(Number(low=0, high=500), 0),
            "shape": Maybe(_one_of(*SHAPES), "rect"),
        }
    ),
    "size",
    ID,
)

PAPERS = MapOf(
    Record({"title": Text(1, 40), "width": Number(low=50, high=5000), "height": Number(low=50, high=5000)}), "paper", ID
)

FONTS = MapOf(
    Record(
        {
            "regular": Text(1),
            **{style: Maybe(Text(1)) for style in STYLES[1:]},
            "weight": Maybe(Number(low=1, high=1000)),
            "bold-weight": Maybe(Number(low=1, high=1000)),
            "width": Maybe(Number(low=1, high=1000)),
            "fallback": Maybe(ListOf(Text(1))),
            "licence": Maybe(Text(1)),
        }
    ),
    "family",
)

# What every piece may have beside its fields.
PIECE_FIELDS: dict[str, Field] = {"id": Maybe(Id(of_piece=True)), "copies": Maybe(Number(True, 0, 999), 1)}
# Words that mean something else where a field's name would be read.
NOT_FIELDS = ("id", "copies", "piece", "kind", "game", "style", "players", "W", "H", "BLEED")
