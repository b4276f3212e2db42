. ./bbux.sh
sign_in
ROOM="$URL/chat/global-chat"

curl -sS --fail-with-body -X POST "$ROOM/join" -H "$AUTH"

# The latest message tells up to when you have read.
LAST=$(curl -sS --fail-with-body "$ROOM/messages?limit=1" -H "$AUTH" | field createdAt)

curl -sS --fail-with-body "$ROOM/messages" -H "$AUTH" -H "$JSON" \
  -d '{"content": "Good morning!"}'

# What is new since then. Ask like this every two seconds.
curl -sS --fail-with-body "$ROOM/messages?after=${LAST:-1970-01-01T00:00:00Z}" -H "$AUTH"
