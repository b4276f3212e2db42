import { publishReserves } from "@bbux/api";
import { stopWithdrawals } from "@bbux/api/operator";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type MoneyWorld, payIn, SOL, startMoney, stranger, watchAll, withdrawal } from "./wallet.support.ts";

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoney();
});
afterAll(() => world.stop());

async function metrics(): Promise<Map<string, string>> {
  const { body } = await world.t.app.inject("/api/metrics");
  const lines = body.split("\n").filter((line) => line.startsWith("bbux_"));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), line.slice(line.lastIndexOf(" ") + 1)]));
}

it("every money metric exists before anything has happened", async () => {
  const fresh = await metrics();
  expect(fresh.get("bbux_money_known")).toBe("1");
  for (const state of ["REQUESTED", "SIGNED", "SENT"])
    expect(fresh.get(`bbux_withdrawals_open{state="${state}"}`)).toBe("0");
  expect(fresh.get('bbux_alerts_open{kind="wrong_chain"}')).toBe("0");
  expect(fresh.get("bbux_withdrawal_oldest_open_seconds")).toBe("0");
  expect(fresh.get("bbux_watch_round_age_seconds")).toBe("Nan");
  expect(fresh.get("bbux_withdrawals_stopped")).toBe("0");
});

it("the metrics show the state of the money: open payments with their age, alerts, the hot wallet, the last round, the reserves", async () => {
  const { services, t } = world;
  const ada = await world.rich("ada", 20n * SOL);
  await payIn(world, services.platformWallet.address, SOL);
  await stopWithdrawals(services, "a look");
  await withdrawal(t, ada, "5", stranger());
  await watchAll(world);
  await publishReserves(services, 0);
  t.travel(60_000);
  const now = await metrics();
  // What creating the nonce accounts has cost.
  const noncePool = 6n * (1_447_680n + 5_000n);
  expect(now.get('bbux_withdrawals_open{state="REQUESTED"}')).toBe("1");
  expect(Number(now.get("bbux_withdrawal_oldest_open_seconds"))).toBeGreaterThanOrEqual(60);
  expect(now.get('bbux_alerts_open{kind="unclaimed_deposit"}')).toBe("1");
  expect(now.get("bbux_withdrawals_stopped")).toBe("1");
  expect(now.get("bbux_hot_wallet_lamports")).toBe(String(31n * SOL - noncePool));
  expect(Number(now.get("bbux_watch_round_age_seconds"))).toBeGreaterThanOrEqual(60);
  expect(now.get("bbux_reserves_unexplained_lamports")).toBe("0");
  expect(Number.isFinite(Number(now.get("bbux_reserves_report_age_seconds")))).toBe(true);
});

it("the metrics say if the money figures are unknown, and still include the others", async () => {
  await world.t.database.db.destroy();
  const left = await metrics();
  expect(left.get("bbux_money_known")).toBe("0");
  expect(left.has('bbux_release_info{version="1.0.0",environment="test"}')).toBe(true);
});
