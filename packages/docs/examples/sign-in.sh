. ./bbux.sh

sign_in
curl -sSf "$URL/auth/me" -H "$AUTH" | field username

# The token lives for an hour. After that a call is refused with
# TOKEN_EXPIRED: get a new pair, and call again.
REFRESH=$(echo "$SESSION" | field refreshToken)
SESSION=$(curl -sSf "$URL/auth/refresh" -H "$JSON" \
  -d "{\"refreshToken\": \"$REFRESH\"}")
AUTH="Authorization: Bearer $(echo "$SESSION" | field token)"
curl -sSf "$URL/auth/sessions" -H "$AUTH"

curl -sSf -X POST "$URL/auth/logout" -H "$AUTH"
