. ./bbux.sh
sign_in

# The accepted answer first, then by net votes.
BEST=$(curl -sSf "$URL/posts/$BBUX_POST/answers?limit=1" | field id)

# Pays the whole bounty to the answer's author, at once and for good.
curl -sSf -X POST "$URL/posts/$BBUX_POST/answers/$BEST/accept" \
  -H "$AUTH" -H "Idempotency-Key: accept-$BEST"
