from urllib.parse import quote

from bbux import api, sign_in

sign_in()
room = "/chat/global-chat"
api("POST", f"{room}/join")

# The latest messages, the oldest of them first.
messages = api("GET", f"{room}/messages?limit=30")["messages"]
for message in messages:
    print(f"{message['author']['username']}: {message['content']}")
last = messages[-1]["createdAt"] if messages else "1970-01-01T00:00:00Z"

api("POST", f"{room}/messages", {"content": "Good morning!"})

# What is new since then. Ask like this every two seconds.
for message in api("GET", f"{room}/messages?after={quote(last)}")["messages"]:
    print(f"{message['author']['username']}: {message['content']}")
