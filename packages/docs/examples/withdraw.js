import { api, signIn } from "./bbux.js";

await signIn();
const wallet = await api("GET", "/wallet");
console.log(`${wallet.bbuxBalance} BBUX, for more pay ${wallet.platformAddress}`);

const asked = await api("POST", "/wallet/withdraw", {
  body: { amount: "1.5", destinationAddress: process.env.BBUX_DESTINATION },
  headers: { "Idempotency-Key": crypto.randomUUID() },
});
console.log(`${asked.netAmount} SOL will arrive, the fee is ${asked.fee} BBUX`);

// Asking again never pays again: pending until the payment is final.
let withdrawal;
do {
  await new Promise((done) => setTimeout(done, 1000));
  const body = { transactionId: asked.transactionId };
  withdrawal = await api("POST", "/wallet/process-withdrawal", { body });
} while (withdrawal.status === "pending");
console.log(withdrawal.message, withdrawal.signature);
