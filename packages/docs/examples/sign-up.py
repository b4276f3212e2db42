import os

from bbux import ApiError, api, sign_in

account = {
    "username": os.environ["BBUX_USERNAME"],
    "email": os.environ["BBUX_EMAIL"],
    "password": os.environ["BBUX_PASSWORD"],
}
try:
    print(api("POST", "/auth/signup", account)["message"])
except ApiError as error:
    # An account that is there already is fine: sign in to it.
    if error.code not in ("USERNAME_TAKEN", "EMAIL_TAKEN"):
        raise

user = sign_in()
print(f"Signed in as {user['username']}: {user['reputationPoints']} points")
