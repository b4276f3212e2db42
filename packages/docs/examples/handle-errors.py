import time

from bbux import ApiError, api, refresh, sign_in


def persistently(method, path, body=None, headers=None, attempts=5):
    """Calls, waits when asked to, renews an expired token, and calls again."""
    try:
        return api(method, path, body, headers)
    except ApiError as error:
        if attempts == 1:
            raise
        if error.code == "TOKEN_EXPIRED":
            refresh()
        elif error.status in (429, 503):
            time.sleep(error.retry_after or 1)
        else:
            raise
    return persistently(method, path, body, headers, attempts - 1)


sign_in()
user = persistently("GET", "/auth/me")["user"]
try:
    question = {"title": "", "content": f"{user['username']} asks", "tags": []}
    persistently("POST", "/posts", question)
except ApiError as error:
    # For a program: which refusal, which fields. For a person: the sentence.
    if error.code != "VALIDATION_ERROR":
        raise
    for problem in error.details:
        print(f"{problem['field']}: {problem['message']}")
