"""Watch tells when what a build asked of a project's files is answered differently, and lies still again."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from pressplay.files import ProjectFiles, Question, Reads

_PAUSE = 0.15  # seconds between two looks: shorter than anybody notices

Sight = dict[Question, object]  # what was asked → how a file looks, or what is in a folder


def watch(root: Path, reads: Callable[[], Iterable[Reads]], sleep: Callable[[float], None]) -> Iterator[list[str]]:
    """The files that came, went or changed since the last time, whenever there are any; never ends by itself.

    `reads` gives what the last build asked. Editors save in several steps, so a change is told when two looks
    in a row see the same.
    """
    files = ProjectFiles(root)
    known = _asked(reads())
    while True:
        sleep(_PAUSE)
        seen = _look(files, known)
        while seen != known:
            sleep(_PAUSE / 3)
            again = _look(files, known)
            if again == seen:
                yield sorted({question.path for question in known if known[question] != seen[question]})
                known = {question: seen.get(question, sight) for question, sight in _asked(reads()).items()}
                break
            seen = again


def _asked(every: Iterable[Reads]) -> Sight:
    """What the build saw itself: a change that came while it worked is one, too."""
    return {
        question: answer.stamp if question.about == "bytes" else answer.digest
        for reads in every
        for question, answer in reads.items()
    }


def _look(files: ProjectFiles, asked: Iterable[Question]) -> Sight:
    return {
        question: files.stamp(question.path) if question.about == "bytes" else files.now(question) for question in asked
    }
