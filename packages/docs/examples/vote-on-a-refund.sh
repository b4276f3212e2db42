. ./bbux.sh
sign_in

# Requests that wait for votes. "hindrances" says why you cannot vote on one:
# looking at a request starts the time that you have to take to review it.
REQUEST=$(curl -sSf "$URL/refund-requests?status=pending&mine=false" \
  -H "$AUTH" | field id)

curl -sSf "$URL/refund-requests/$REQUEST/vote" -H "$AUTH" -H "$JSON" -d '{
  "vote": "approve",
  "reason": "None of the answers deals with what was asked."
}'
