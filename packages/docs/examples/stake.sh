. ./bbux.sh
sign_in

# Rates are fractions a day: 0.0005 is 0.050%.
curl -sSf "$URL/governance/reward-rates"

curl -sSf "$URL/governance/stake" -H "$AUTH" -H "$JSON" \
  -H "Idempotency-Key: stake-$$-$(date +%s)" -d '{"amount": "0.5"}' |
  field newStake
curl -sSf "$URL/governance?action=user-stats" -H "$AUTH" | field votingPower
