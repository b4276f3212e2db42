import uuid

from bbux import api, sign_in

sign_in()
# Rates are fractions a day: 0.0005 is 0.050%.
rates = api("GET", "/governance/reward-rates")
print(f"A stake earns {rates['currentRate']:.3%} a day now")

key = {"Idempotency-Key": str(uuid.uuid4())}
stake = api("POST", "/governance/stake", {"amount": "0.5"}, key)
stats = api("GET", "/governance?action=user-stats")["userStats"]
print(f"{stake['newStake']} BBUX staked, a vote weighs {stats['votingPower']}")
