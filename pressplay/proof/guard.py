"""The guard: who may ask the server what, and what a browser may do with the answer.

A page of another origin can make a browser ask this server, with its cookie where the other page is on
this machine too. So every request must name this very host and port, carry the secret, and come from a
page of ours; a request that changes something must say so in three ways.
"""

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from hashlib import sha256
from hmac import compare_digest
from http.cookies import CookieError, SimpleCookie
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data: blob:; style-src 'self'; "
    "font-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# A page that was made whole, with its own styles and pictures in it and no script.
PLAIN_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'"
)


class Doorkeeper:
    """Stands before the application."""

    def __init__(self, app: App, secret: str, hosts: Iterable[str]) -> None:
        self.app = app
        self.secret = secret
        self.hosts = frozenset(hosts)  # host:port
        # Another server on this machine has its own cookies only because the name says which port.
        self.cookie = f"proof-{sha256(secret.encode()).hexdigest()[:12]}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        answer = self._refusal(scope) or self._entrance(scope)
        await (answer or self.app)(scope, receive, self._sealed(send))

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self.hosts:
            return PlainTextResponse("This is not the address of the proof room.", 400)
        if scope["method"] not in ("GET", "POST"):
            return PlainTextResponse("That cannot be done here.", 405)
        site = headers.get("sec-fetch-site", "none")
        navigating = headers.get("sec-fetch-mode", "navigate") == "navigate"
        entering = bool(self._key(scope))
        ours = site == "same-origin" or (site == "none" and (navigating or "sec-fetch-site" not in headers))
        # A link in another page may lead here with the secret only.
        if not ours and not (navigating and entering and scope["method"] == "GET"):
            return PlainTextResponse("Only the proof room's own page may ask that.", 403)
        if not entering and not self._known(headers):
            return PlainTextResponse("Open the address that pressplay proof printed; it holds a secret.", 403)
        if scope["method"] == "POST":
            if headers.get("origin") not in {f"http://{host}" for host in self.hosts}:
                return PlainTextResponse("Only the proof room's own page may change anything.", 403)
            if headers.get("content-type", "").split(";")[0].strip() != "application/json":
                return PlainTextResponse("Changes are sent as JSON.", 415)
        return None

    def _key(self, scope: Scope) -> str:
        """The secret in the address of the entrance, when it is the right one."""
        query = scope.get("query_string", b"").decode("latin-1")
        given = query.removeprefix("key=") if scope["path"] == "/" and query.startswith("key=") else ""
        return given if given and compare_digest(given.encode(), self.secret.encode()) else ""

    def _known(self, headers: Headers) -> bool:
        cookies: SimpleCookie = SimpleCookie()
        try:
            cookies.load(headers.get("cookie", ""))
        except CookieError:
            return False
        found = cookies.get(self.cookie)
        return found is not None and compare_digest(found.value.encode(), self.secret.encode())

    def _entrance(self, scope: Scope) -> Response | None:
        """Whoever brings the secret gets a cookie, and an address without it."""
        if not self._key(scope):
            return None
        answer = RedirectResponse("/", 303)
        answer.set_cookie(self.cookie, self.secret, httponly=True, samesite="strict", path="/")
        return answer

    def _sealed(self, send: Send) -> Send:
        async def sealed(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Security-Policy", POLICY)
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "no-referrer"
                headers["Cross-Origin-Resource-Policy"] = "same-origin"
                headers["Cross-Origin-Opener-Policy"] = "same-origin"
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        return sealed
