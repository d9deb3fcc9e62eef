"""The sandbox of templates: as for rulebooks and card texts, but it makes markup, and each face has its budget."""

import re
from collections.abc import Generator, Iterable
from typing import Any

from jinja2 import BaseLoader, pass_eval_context
from jinja2.filters import FILTERS
from jinja2.nodes import EvalContext
from jinja2.runtime import markup_join
from jinja2.utils import Namespace

from pressplay.rules.sandbox import RULEBOOK_FILTERS, Sandbox, TooMuch, check_length, check_size

FACE_BUDGET = 400_000  # steps of one face
LONGEST = 2_000_000  # characters of one face's markup
TAGS = ("block", "call", "extends", "filter", "for", "from", "if", "import", "include", "macro", "raw", "set", "with")
_ALSO = ("e", "escape", "safe", "slice", "striptags")
_LIGHT = ("abs", "d", "default", "float", "int", "round")  # nothing that they do takes long
_SPECIFIER = re.compile(r"%(?:%|[-+ 0#]{0,3}\d{0,2}(?:\.\d)?[sdfgxX])")


class TemplateSandbox(Sandbox):
    """Works a template out within bounds; numbers print as they are, and markup stays markup."""

    def __init__(self, loader: BaseLoader) -> None:
        plainly = {"trim_blocks": True, "lstrip_blocks": True, "keep_trailing_newline": False, "optimized": True}
        super().__init__({"namespace": Namespace}, loader=loader, autoescape=True, **plainly)
        self.filters |= {name: self.watched(FILTERS[name]) for name in _ALSO}
        self.filters |= {name: FILTERS[name] for name in _LIGHT}
        self.filters |= {"format": self._format, "join": self._join_markup, "replace": self._replace_markup}

    def concat(self, parts: Iterable[str]) -> str:
        """What a macro, a block or a whole template makes."""
        made: list[str] = []
        size = 0
        for part in parts:
            made.append(part)
            size += len(part)
            if size > LONGEST:
                too_much = TooMuch(f"a face of more than {LONGEST:,} characters")
                if isinstance(parts, Generator):
                    parts.throw(too_much)  # so that it names the template's line
                raise too_much
        self.charge(size // 1_000)
        return "".join(made)

    def printed(self, value: Any) -> Any:
        if isinstance(value, str):
            if len(value) > 1_000:
                self.weighed(value)
            return value
        if isinstance(value, (list, tuple, dict)):
            check_size(value)
        return super().printed(value) if value is None else value

    def joined(self, parts: Iterable[Any]) -> str:
        words = [self.printed(part) for part in parts]
        check_length(sum(len(word) for word in words if isinstance(word, str)))
        return markup_join(words)

    @pass_eval_context
    def _join_markup(
        self, autoescape: EvalContext, items: Iterable[Any], between: str = "", attribute: str | None = None
    ) -> str:
        words = [self.printed(self.getitem(item, attribute) if attribute else item) for item in items]
        check_length(sum(len(between) + len(word) for word in words if isinstance(word, str)))
        joined: str = FILTERS["join"](autoescape, words, between)
        return joined

    @pass_eval_context
    def _replace_markup(self, autoescape: EvalContext, text: str, old: str, new: str) -> str:
        check_length(len(str(text)) + str(text).count(str(old)) * len(str(new)))
        replaced: str = FILTERS["replace"](autoescape, text, old, new)
        return replaced

    def _format(self, pattern: str, *values: Any) -> str:
        """`"%02d"|format(7)`: as many places as a card could need, and no more."""
        if "%" in _SPECIFIER.sub("", pattern):
            raise TooMuch("a pattern like this; write %s, %d or %f, with at most two digits of width")
        check_size(values)
        return str(pattern) % values


TEMPLATE_FILTERS = (*RULEBOOK_FILTERS, *_ALSO, "format")
