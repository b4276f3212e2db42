import os
import time
import uuid

from bbux import api, sign_in

sign_in()
wallet = api("GET", "/wallet")
print(f"{wallet['bbuxBalance']} BBUX, for more pay {wallet['platformAddress']}")

destination = os.environ["BBUX_DESTINATION"]
request = {"amount": "1.5", "destinationAddress": destination}
key = {"Idempotency-Key": str(uuid.uuid4())}
asked = api("POST", "/wallet/withdraw", request, key)
print(f"{asked['netAmount']} SOL will arrive, the fee is {asked['fee']} BBUX")

# Asking again never pays again: pending until the payment is final.
while True:
    time.sleep(1)
    step = {"transactionId": asked["transactionId"]}
    withdrawal = api("POST", "/wallet/process-withdrawal", step)
    if withdrawal["status"] != "pending":
        break
print(withdrawal["message"], withdrawal["signature"])
