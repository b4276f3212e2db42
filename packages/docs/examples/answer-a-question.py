import os

from bbux import api, sign_in

post_id = os.environ["BBUX_POST"]

sign_in()
answer = api("POST", f"/posts/{post_id}/answers", {
    "content": "Publish both keys, sign with the new one, drop the old one later.",
    "codeBlocks": [{"language": "python", "code": "keys = [new, old]"}],
})["answer"]
print(f"Answer {answer['id']}")
