. ./bbux.sh
sign_in

curl -sSf "$URL/wallet" -H "$AUTH" | field bbuxBalance

ID=$(curl -sSf "$URL/wallet/withdraw" -H "$AUTH" -H "$JSON" \
  -H "Idempotency-Key: withdraw-$$-$(date +%s)" \
  -d "{\"amount\": \"1.5\", \"destinationAddress\": \"$BBUX_DESTINATION\"}" |
  field transactionId)

# Asking again never pays again: pending until the payment is final.
STATUS=pending
while [ "$STATUS" = pending ]; do
  sleep 1
  ANSWER=$(curl -sSf "$URL/wallet/process-withdrawal" \
    -H "$AUTH" -H "$JSON" -d "{\"transactionId\": \"$ID\"}")
  STATUS=$(echo "$ANSWER" | field status)
done
echo "$STATUS $(echo "$ANSWER" | field signature)"
