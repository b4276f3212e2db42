. ./bbux.sh
sign_in

# --retry waits as long as Retry-After says, after 429 and 503.
curl -sSf --retry 4 "$URL/auth/me" -H "$AUTH" | field username

# A refusal has its status, and its code in the body.
ANSWER=$(curl -sS -w '\n%{http_code}' "$URL/posts" -H "$AUTH" -H "$JSON" \
  -d '{"title": "", "content": "?", "tags": []}')
echo "$(echo "$ANSWER" | tail -n 1) $(echo "$ANSWER" | field code)"
