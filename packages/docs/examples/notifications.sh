. ./bbux.sh
sign_in

curl -sS --fail-with-body "$URL/notifications/unread-count" -H "$AUTH"

# The latest 20 that are unread. Then all of them are marked as read.
curl -sS --fail-with-body "$URL/notifications?read=false" -H "$AUTH"
curl -sS --fail-with-body -X POST "$URL/notifications/read-all" -H "$AUTH"
