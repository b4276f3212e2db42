from bbux import api, refresh, sign_in

sign_in()
user = api("GET", "/auth/me")["user"]
print(f"I am {user['username']}")

# The token lives for an hour. After that a call is refused with
# TOKEN_EXPIRED: get a new pair, and call again.
refresh()
sessions = api("GET", "/auth/sessions")["sessions"]
print(f"{len(sessions)} open sign-ins")

api("POST", "/auth/logout")
