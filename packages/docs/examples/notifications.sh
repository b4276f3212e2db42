. ./bbux.sh
sign_in

curl -sSf "$URL/notifications/unread-count" -H "$AUTH"

# The latest 20 that are unread. Then all of them are marked as read.
curl -sSf "$URL/notifications?read=false" -H "$AUTH"
curl -sSf -X POST "$URL/notifications/read-all" -H "$AUTH"
