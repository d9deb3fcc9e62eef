"""The command proof: the game in a browser, as it is now."""

import sys
from typing import Annotated

import typer

from .console import remark, say
from .errors import usage
from .options import Games, Project, find_project, game_ids


def proof(
    context: typer.Context,
    games: Games = None,
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="Its port; 0: one that is free.")] = 0,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where it can be reached; others than this machine need another.")
    ] = "127.0.0.1",
    browse: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
    editor: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="PRESSPLAY_EDITOR",
            show_envvar=False,
            help="Opens a file in your editor, such as vscode://file/{file}:{line}:{column}.",
        ),
    ] = "",
    project: Project = None,
) -> None:
    """Show the game in a browser while you write it.

    Every piece as it will print, what is wrong with it, its fields to change in place; sheets, rulebook, table and
    numbers. Save a file in any editor and the page follows. Ctrl-C ends it.

    \b
    Examples:
      pressplay proof
      pressplay proof king-of-clubs --port 8000 --no-browser
    """
    import secrets
    import socket

    root = find_project(project or context.obj)
    ids = game_ids(root, games)
    try:
        import uvicorn

        from pressplay.proof.server import ProofServer
    except ModuleNotFoundError as missing:
        usage(f"The proof room needs {missing.name}, which is not installed.", 'pip install "pressplay[proof]"')
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        usage(f"{host}:{port} cannot be used: {error.strerror}.", "name another with --port")
    at = listening.getsockname()[1]
    names = {host, "127.0.0.1", "localhost"} if host == "127.0.0.1" else {host}
    secret = secrets.token_urlsafe(24)
    address = f"http://{host}:{at}/?key={secret}"
    server = ProofServer(root, ids, root / "output", editor)
    config = uvicorn.Config(
        server.app(secret, [f"{name}:{at}" for name in names]),
        log_level="critical",
        access_log=False,
        timeout_graceful_shutdown=1,
        server_header=False,
        ws="none",
    )
    remark(f"Drawing {', '.join(ids)} …")

    class _Announcing(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            say(f"The proof room is open: {address}")
            remark("Press Ctrl-C to close it.")
            sys.stdout.flush()
            if browse:
                import webbrowser

                webbrowser.open(address)

    _Announcing(config).run([listening])
