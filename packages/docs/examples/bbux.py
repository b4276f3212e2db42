"""bbux.py: what the examples share. Needs Python 3.9 and nothing else."""

import json
import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

URL = os.environ.get("BBUX_URL", "http://localhost:3000")
tokens = {}


class ApiError(Exception):
    """A refusal: decide by its code, show its message."""

    def __init__(self, status, headers, answer):
        super().__init__(answer["error"])
        self.status = status
        self.code = answer["code"]
        self.details = answer.get("details")
        self.retry_after = int(headers.get("Retry-After", 0))


def api(method, path, body=None, headers=None):
    """Calls the API and gives the answer. Raises ApiError when it refuses."""
    request = Request(f"{URL}/api{path}", method=method, headers=headers or {})
    if "token" in tokens:
        request.add_header("Authorization", f"Bearer {tokens['token']}")
    if body is not None:
        request.add_header("Content-Type", "application/json")
        request.data = json.dumps(body).encode()
    try:
        with urlopen(request, timeout=10) as response:
            return json.load(response)
    except HTTPError as error:
        raise ApiError(error.code, error.headers, json.load(error)) from None


def sign_in():
    """Signs in, and sends the token along from now on."""
    tokens.clear()
    email, password = os.environ["BBUX_EMAIL"], os.environ["BBUX_PASSWORD"]
    account = {"email": email, "password": password}
    tokens.update(api("POST", "/auth/login", account))
    return tokens["user"]


def refresh():
    """Exchanges the refresh token, which is valid once, for a new pair."""
    refresh_token = tokens["refreshToken"]
    tokens.clear()
    tokens.update(api("POST", "/auth/refresh", {"refreshToken": refresh_token}))
