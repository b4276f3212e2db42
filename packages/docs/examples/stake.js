import { api, signIn } from "./bbux.js";

await signIn();
// Rates are fractions a day: 0.0005 is 0.050%.
const { currentRate } = await api("GET", "/governance/reward-rates");
console.log(`A stake earns ${(currentRate * 100).toFixed(3)}% a day now`);

const { newStake } = await api("POST", "/governance/stake", {
  body: { amount: "0.5" },
  headers: { "Idempotency-Key": crypto.randomUUID() },
});
const { userStats } = await api("GET", "/governance?action=user-stats");
console.log(`${newStake} BBUX staked, a vote weighs ${userStats.votingPower}`);
