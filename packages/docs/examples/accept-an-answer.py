import os

from bbux import api, sign_in

post_id = os.environ["BBUX_POST"]

sign_in()
# The accepted answer first, then by net votes.
best = api("GET", f"/posts/{post_id}/answers")["answers"][0]

# Pays the whole bounty to the answer's author, at once and for good.
key = {"Idempotency-Key": f"accept-{best['id']}"}
api("POST", f"/posts/{post_id}/answers/{best['id']}/accept", headers=key)
print(f"{best['author']['username']} has been paid")
