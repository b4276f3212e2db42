. ./bbux.sh
sign_in

TAG=$(curl -sSf "$URL/tags?limit=1" | field name)

# The key makes the call safe to repeat: when the answer is lost, send the
# same again. However often it arrives, it is posted and paid for once.
KEY="question-$$-$(date +%s)"
ask() {
  curl -sSf "$URL/posts" -H "$AUTH" -H "$JSON" \
    -H "Idempotency-Key: $KEY" -d "{
      \"title\": \"How do I rotate a signing key without downtime?\",
      \"content\": \"Tokens signed with the **old** key must stay valid.\",
      \"tags\": [\"$TAG\"],
      \"bountyAmount\": \"2.5\",
      \"bountyDuration\": 7
    }"
}
echo "Post $(ask | field id)"
echo "Sent again: $(ask | field id)"
