. ./bbux.sh
sign_in

# Rates are fractions a day: 0.0005 is 0.050%.
curl -sS --fail-with-body "$URL/governance/reward-rates"

curl -sS --fail-with-body "$URL/governance/stake" -H "$AUTH" -H "$JSON" \
  -H "Idempotency-Key: stake-$$-$(date +%s)" -d '{"amount": "0.5"}' | field newStake
curl -sS --fail-with-body "$URL/governance?action=user-stats" -H "$AUTH" | field votingPower
