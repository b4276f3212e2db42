import os

from bbux import api, sign_in

post_id = os.environ["BBUX_POST"]

sign_in()
answer = api("POST", f"/posts/{post_id}/answers", {
    "content": "Publish both keys, sign with the new one, and drop the old one an hour later.",
    "codeBlocks": [{"language": "python", "code": "keys = [current, previous]"}],
})["answer"]
print(f"Answer {answer['id']}")
