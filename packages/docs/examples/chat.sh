. ./bbux.sh
sign_in
ROOM="$URL/chat/global-chat"

curl -sSf -X POST "$ROOM/join" -H "$AUTH"

# The latest message tells up to when you have read.
LAST=$(curl -sSf "$ROOM/messages?limit=1" -H "$AUTH" | field createdAt)

curl -sSf "$ROOM/messages" -H "$AUTH" -H "$JSON" \
  -d '{"content": "Good morning!"}'

# What is new since then. Ask like this every two seconds.
curl -sSf "$ROOM/messages?after=${LAST:-1970-01-01T00:00:00Z}" -H "$AUTH"
