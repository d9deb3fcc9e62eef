"""The server: the page, its data, its events and its changes, for one project on this machine."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from watchfiles import awatch

from pressplay.build.pipeline import build_games
from pressplay.build.result import Progress
from pressplay.drawing.icons import find_icon, icon_names, open_icon
from pressplay.exports.options import Options
from pressplay.exports.targets import TARGETS
from pressplay.problem import Trouble
from pressplay.writing import MANIFEST

from .edits import Editor, FieldEdit, FileChanged, FileEdit, PiecePlace
from .fields import BARE, first_value
from .guard import PLAIN_POLICY, App, Doorkeeper
from .room import ProofRoom, ShownGame
from .svg import font_bytes, icon_svg
from .views import Views
from .yaml_spans import NotEditable, Step

PAGE = Path(__file__).with_name("page")
_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_STILL = 100  # milliseconds without a change after which files are read
_LARGEST = 1_000_000  # bytes of a request


class ProofServer:
    """One room with its page."""

    def __init__(self, root: Path, ids: Sequence[str], out: Path, editor_address: str = "") -> None:
        self.room = ProofRoom(root, ids)
        self.views = Views(self.room)
        self.editor = Editor(root)
        self.out = out
        self.editor_address = editor_address
        self._listeners: set[asyncio.Queue[str]] = set()
        self._making = asyncio.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def app(self, secret: str, hosts: Sequence[str]) -> App:
        """The application, guarded."""
        gets: dict[str, Callable[[Request], Any]] = {
            "/": self._index,
            "/page/{name}": self._asset,
            "/fonts.css": self._font_css,
            "/font/{name}": self._font,
            "/api/state": self._state,
            "/api/picture/{key}": self._picture,
            "/api/image/{key}/{digest}": self._image,
            "/api/icon/{game}/{name}": self._icon,
            "/api/written/{game}/{kind}": self._written,
            "/api/reads/{game}/{kind}/{id}": self._reads,
            "/api/rules/{game}": self._rules,
            "/api/facts/{game}": self._facts,
            "/api/sheets/{game}": self._sheets,
            "/api/page/{token}/{number:int}": self._page,
            "/api/rulebook/{game}": self._rulebook,
            "/api/table/{game}": self._table,
            "/api/image-of/{token}": self._png,
            "/api/numbers/{game}": self._numbers,
            "/api/changes/{game}": self._changes,
            "/api/file/{game}/{path:path}": self._file,
        }
        posts: dict[str, Callable[[dict[str, Any]], FileEdit]] = {
            "/api/edit": self._edit,
            "/api/edit-all": self._edit_all,
            "/api/fact": self._edit_fact,
            "/api/copy": self._copy,
            "/api/new": self._new,
            "/api/delete": self._delete,
            "/api/undo": lambda asked: self.editor.undo(),
            "/api/redo": lambda asked: self.editor.redo(),
        }
        routes = [Route(path, _in_thread(answer)) for path, answer in gets.items()]
        routes += [Route(path, self._changing(change), methods=["POST"]) for path, change in posts.items()]
        routes += [Route("/api/make", self._make, methods=["POST"]), Route("/api/events", self._events)]
        return Doorkeeper(Starlette(routes=routes, lifespan=self._living), secret, hosts)

    @asynccontextmanager
    async def _living(self, app: Starlette) -> AsyncIterator[None]:
        self._loop = asyncio.get_running_loop()
        await run_in_threadpool(self.room.refresh)
        self._start(self._watch())
        self._start(self._inspect())
        yield
        for task in self._tasks:
            task.cancel()

    def _start(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Events

    async def _watch(self) -> None:
        folders = [self.room.root / name for name in ("cards", "templates", "fonts")]
        there = [folder for folder in folders if folder.is_dir()]
        async for changes in awatch(*there, step=25, debounce=_STILL, recursive=True):
            if any(not Path(path).name.startswith(".proof-") for _, path in changes):
                await self._refresh()

    async def _refresh(self) -> None:
        await run_in_threadpool(self.room.refresh)
        self._tell("state", {"revision": self.room.revision})
        self._start(self._inspect())

    async def _inspect(self) -> None:
        before = self.room.revision
        await run_in_threadpool(self.room.inspect)
        if self.room.revision != before:
            self._tell("state", {"revision": self.room.revision})

    def _tell(self, event: str, data: Any) -> None:
        line = f"event: {event}\ndata: {json.dumps(data)}\n\n"
        for listener in self._listeners:
            listener.put_nowait(line)

    def _tell_from_thread(self, event: str, data: Any) -> None:
        assert self._loop
        self._loop.call_soon_threadsafe(self._tell, event, data)

    async def _events(self, request: Request) -> Response:
        listener: asyncio.Queue[str] = asyncio.Queue()
        self._listeners.add(listener)

        async def lines() -> AsyncIterator[str]:
            try:
                yield f"retry: 1000\nevent: state\ndata: {json.dumps({'revision': self.room.revision})}\n\n"
                while True:
                    with suppress(TimeoutError):
                        yield await asyncio.wait_for(listener.get(), 15)
                        continue
                    yield ": still here\n\n"
            finally:
                self._listeners.discard(listener)

        return StreamingResponse(lines(), media_type="text/event-stream")

    # What is shown

    def _index(self, request: Request) -> Response:
        return FileResponse(PAGE / "index.html", media_type="text/html")

    def _asset(self, request: Request) -> Response:
        file = PAGE / request.path_params["name"]
        if file.parent != PAGE or file.suffix not in _TYPES or not file.is_file():
            raise HTTPException(404)
        return FileResponse(file, media_type=_TYPES[file.suffix])

    def _font_css(self, request: Request) -> Response:
        faces = [f'@font-face {{ font-family: "{name}"; src: url("/font/{name}"); }}' for name in self.room.fonts()]
        return Response("\n".join(faces), media_type="text/css")

    def _font(self, request: Request) -> Response:
        file = self.room.fonts().get(request.path_params["name"])
        shown = next(iter(self.room.games.values()), None)
        if file is None or shown is None:
            raise HTTPException(404)
        return Response(font_bytes(shown.game.files, file), media_type="font/ttf")

    def _state(self, request: Request) -> Response:
        more = {
            "targets": list(TARGETS),
            "undo": self.editor.done[-1].what if self.editor.done else "",
            "redo": self.editor.undone[-1].what if self.editor.undone else "",
            "editor": self.editor_address,
            "fonts": len(self.room.fonts()),
            "root": str(self.room.root) if self.editor_address else "",
        }
        return JSONResponse({**self.room.state(), **more})

    def _picture(self, request: Request) -> Response:
        key = request.path_params["key"]
        found = self.room.picture(key, request.query_params.get("ink") == "1")
        if found is None:
            raise HTTPException(404)
        return JSONResponse(found, headers={"Cache-Control": "private, max-age=86400, immutable"})

    def _image(self, request: Request) -> Response:
        data = self.room.image(request.path_params["key"], request.path_params["digest"])
        if data is None:
            raise HTTPException(404)
        kind = "image/png" if data[:4] == b"\x89PNG" else "image/jpeg" if data[:2] == b"\xff\xd8" else "image/webp"
        return Response(data, media_type=kind, headers={"Cache-Control": "private, max-age=86400, immutable"})

    def _icon(self, request: Request) -> Response:
        files = self._shown(request).game.files
        file = find_icon(files, request.path_params["game"], request.path_params["name"])
        if file is None:
            raise HTTPException(404)
        return Response(icon_svg(open_icon(files, file), files), media_type="image/svg+xml")

    def _shown(self, request: Request) -> ShownGame:
        return self._game(request.path_params["game"])

    def _game(self, id: Any) -> ShownGame:
        shown = self.room.games.get(str(id))
        if shown is None:
            raise HTTPException(404)
        return shown

    def _written(self, request: Request) -> Response:
        kind = self._shown(request).game.kinds.get(request.path_params["kind"])
        if kind is None:
            raise HTTPException(404)
        try:
            return JSONResponse({"rows": self.editor.written(kind.source)})
        except NotEditable as refused:
            return JSONResponse({"rows": [], "refused": str(refused)})

    def _reads(self, request: Request) -> Response:
        given = request.path_params
        return JSONResponse(self.views.reads(self._shown(request), given["kind"], given["id"]))

    def _rules(self, request: Request) -> Response:
        return JSONResponse(self.views.rules(self._shown(request)))

    def _facts(self, request: Request) -> Response:
        return JSONResponse(self.views.facts(self._shown(request)))

    def _sheets(self, request: Request) -> Response:
        asked = request.query_params
        paper, backs = asked.get("paper", "a4"), asked.get("backs", "long-edge")
        return JSONResponse(self.views.sheets(self._shown(request), paper, backs, asked.get("ink") == "1"))

    def _page(self, request: Request) -> Response:
        return _png(self.views.page(request.path_params["token"], request.path_params["number"]))

    def _png(self, request: Request) -> Response:
        return _png(self.views.png(request.path_params["token"]))

    def _rulebook(self, request: Request) -> Response:
        return JSONResponse(self.views.rulebook(self._shown(request)))

    def _table(self, request: Request) -> Response:
        asked = request.query_params
        players, step = (int(word) if (word := asked.get(name, "")).isdecimal() else 0 for name in ("players", "step"))
        return JSONResponse(self.views.table(self._shown(request), players, step))

    def _numbers(self, request: Request) -> Response:
        headers = {"Content-Security-Policy": PLAIN_POLICY}
        return Response(self.views.numbers(self._shown(request)), media_type="text/html", headers=headers)

    def _changes(self, request: Request) -> Response:
        return JSONResponse(self.views.changes(self._shown(request), None))

    def _file(self, request: Request) -> Response:
        """A file that was made: one that the game's manifest lists."""
        game, path = request.path_params["game"], request.path_params["path"]
        if game not in self.room.ids:
            raise HTTPException(404)
        folder = self.out / game
        try:
            listed = {each["path"] for each in json.loads((folder / MANIFEST).read_text("utf-8"))["files"]}
        except (OSError, ValueError, LookupError, TypeError):
            raise HTTPException(404) from None
        if path not in listed or not (folder / path).is_file():
            raise HTTPException(404)
        return FileResponse(folder / path, filename=Path(path).name, content_disposition_type="attachment")

    # What changes something

    def _changing(self, change: Callable[[dict[str, Any]], FileEdit]) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            asked = await _asked(request)
            try:
                edit = await run_in_threadpool(change, asked)
            except FileChanged as refused:
                return JSONResponse({"refused": f"{refused}."}, 409)
            except NotEditable as refused:
                return JSONResponse({"refused": f"{refused}."}, 422)
            except (KeyError, TypeError, ValueError, AttributeError):
                return JSONResponse({"refused": "That was not understood."}, 400)
            await self._refresh()
            return JSONResponse({"done": edit.what, "changed": edit.before != edit.after})

        return answer

    def _target(self, asked: dict[str, Any]) -> PiecePlace:
        kind = self._game(asked["game"]).game.kinds[asked["kind"]]
        return PiecePlace(kind.source, int(asked.get("index", 0)), str(asked["seen"]))

    def _edit(self, asked: dict[str, Any]) -> FileEdit:
        return self.editor.set_values(self._target(asked), [_change(asked)])

    def _edit_all(self, asked: dict[str, Any]) -> FileEdit:
        return self.editor.set_values(self._target(asked), [_change(one) for one in asked["edits"]])

    def _edit_fact(self, asked: dict[str, Any]) -> FileEdit:
        book = self._game(asked["game"]).game.rulebook.path
        return self.editor.set_fact(PiecePlace(book, 0, str(asked["seen"])), _steps(asked["path"]), str(asked["value"]))

    def _copy(self, asked: dict[str, Any]) -> FileEdit:
        game, target = self._game(asked["game"]).game, self._target(asked)
        ids = {piece.id for piece in game.pieces[asked["kind"]]}
        base = str(asked["id"])
        number = next(n for n in range(2, len(ids) + 3) if f"{base}-{n}" not in ids)
        return self.editor.copy(target, {"id": f"{base}-{number}"})

    def _new(self, asked: dict[str, Any]) -> FileEdit:
        game, target = self._game(asked["game"]).game, self._target(asked)
        kind = game.kinds[asked["kind"]]
        ids = {name: [piece.id for piece in pieces] for name, pieces in game.pieces.items()}
        number = next(n for n in range(1, len(ids[kind.id]) + 3) if f"new-{kind.id}-{n}" not in ids[kind.id])
        values = {"id": (f"new-{kind.id}-{number}", True)}
        for name, field in kind.fields.items():
            if field.required and name != "id":
                first = first_value(field, ids, icon_names(game.files, game.id))
                values[name] = (f"New {kind.title} {number}" if name == "title" else first, first != "…")
        return self.editor.add(target, values)

    def _delete(self, asked: dict[str, Any]) -> FileEdit:
        return self.editor.delete(self._target(asked))

    async def _make(self, request: Request) -> Response:
        """Make files of a game; how far it is comes as events."""
        asked = await _asked(request)
        game, target = self._game(asked.get("game")).game.id, asked.get("target")
        if target not in TARGETS:
            raise HTTPException(404)
        options = Options(
            targets=(target,), papers=(str(asked.get("paper", "a4")),), ink_saver=asked.get("ink") is True
        )

        def tell(step: Progress) -> None:
            self._tell_from_thread("making", {"game": game, "target": target, "doing": step.doing})

        def make() -> list[str]:
            result = build_games(self.room.root, [game], options, self.out, tell)
            if result.problems:
                raise Trouble(*result.problems)
            written = result.written[game]
            manifest = json.loads((self.out / game / MANIFEST).read_text("utf-8"))
            roles = options.roles
            return [each["path"] for each in manifest["files"] if each["role"] in roles] or list(written.changed)

        async with self._making:
            try:
                files = await run_in_threadpool(make)
            except Trouble as trouble:
                return JSONResponse({"refused": "\n".join(str(problem) for problem in trouble.problems)}, 422)
            except OSError as error:
                return JSONResponse({"refused": f"The files could not be written: {error.strerror}."}, 422)
        return JSONResponse({"files": [{"path": path, "link": f"/api/file/{game}/{path}"} for path in files]})


def _in_thread(answer: Callable[[Request], Response]) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        try:
            return await run_in_threadpool(answer, request)
        except HTTPException:
            return PlainTextResponse("There is no such thing here.", 404)
        except Trouble as trouble:
            return JSONResponse({"problems": [str(problem) for problem in trouble.problems], "pages": []}, 422)

    return endpoint


def _steps(path: Any) -> tuple[Step, ...]:
    return tuple(step if isinstance(step, int) else str(step) for step in path)


def _change(asked: dict[str, Any]) -> FieldEdit:
    value = None if asked["value"] is None else str(asked["value"])
    return FieldEdit(int(asked["index"]), _steps(asked["path"]), value, asked.get("sort") in BARE)


async def _asked(request: Request) -> dict[str, Any]:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > _LARGEST:
            raise HTTPException(413)
    try:
        asked = json.loads(body)
    except ValueError:
        raise HTTPException(400) from None
    if not isinstance(asked, dict):
        raise HTTPException(400)
    return asked


def _png(data: bytes | None) -> Response:
    if data is None:
        raise HTTPException(404)
    return Response(data, media_type="image/png", headers={"Cache-Control": "private, max-age=3600"})
