import uuid

from bbux import api, sign_in

sign_in()
tags = api("GET", "/tags?limit=1")["data"]

question = {
    "title": "How do I rotate a signing key without downtime?",
    "content": "Tokens signed with the **old** key must stay valid.",
    "tags": [tags[0]["name"]],
    "bountyAmount": "2.5",
    "bountyDuration": 7,
}

# The key makes the call safe to repeat: when the answer is lost, send the
# same again. However often it arrives, it is posted and paid for once.
headers = {"Idempotency-Key": str(uuid.uuid4())}
post = api("POST", "/posts", question, headers)["post"]
again = api("POST", "/posts", question, headers)["post"]

print(f"Post {post['id']}, with a bounty of {post['bountyAmount']} BBUX")
print(f"Sent again: {again['id']}")
