import { formatAmount } from "@bbux/contract";
import type { Services } from "../../platform/context/index.ts";
import { type Alert, closeAlert, raiseAlert } from "../chain/index.ts";
import { coldHoldings } from "../cold-wallet/index.ts";
import { payerKey, walletKeys } from "../wallet-keys/index.ts";
import type { Subject } from "./attempts.sql.ts";
import { knownFunds, neededByWaiting, unpromised } from "./funds.ts";

const NAMES: Readonly<Record<Exclude<Subject["kind"], "cold">, string>> = {
  withdrawal: "withdrawal",
  sweep: "sweep",
  nonce: "nonce account",
};

export type Kind = keyof typeof NAMES;

/**
 * Alerts operators while payments wait because the hot wallet has too little. When withdrawals wait and a cold wallet holds SOL, the
 * alert says how much of it to bring back.
 */
export async function reportShortage(
  services: Pick<Services, "db" | "now" | "money" | "platformWallet">,
  kind: Kind,
): Promise<void> {
  const detail = kind === "withdrawal" ? await toBringBack(services) : null;
  if (detail !== null) {
    await raiseAlert(services, { kind: "cold_funds_needed", subject: kind, detail });
    await closeAlert(services, "hot_wallet_short", kind);
    return;
  }
  const short = `A ${NAMES[kind]} needs more lamports than the hot wallet has to spare`;
  await raiseAlert(services, { kind: "hot_wallet_short", subject: kind, detail: short });
  await closeAlert(services, "cold_funds_needed", kind);
}

/** The alerts that are about a shortage, to be closed when it is over. */
export function shortageAlerts(kind: Kind): Pick<Alert, "kind" | "subject">[] {
  return [
    { kind: "cold_funds_needed", subject: kind },
    { kind: "hot_wallet_short", subject: kind },
  ];
}

/** @returns null when no cold wallet holds anything, or everything that waits could be paid */
async function toBringBack({
  db,
  money,
  platformWallet,
}: Pick<Services, "db" | "money" | "platformWallet">): Promise<string | null> {
  const cold = await coldHoldings(db);
  if (cold.total <= 0n) return null;
  const state = await db.selectFrom("chain_state").select(["hot_slot", "hot_lamports"]).executeTakeFirstOrThrow();
  const free = await unpromised(db, { funds: knownFunds(state), hot: null });
  const missing = (await neededByWaiting(db, money)) + money.hotWalletFloor - free;
  if (missing <= 0n) return null;
  const where = cold.holders.map(({ address, booked }) => `${address} (${formatAmount(booked)} SOL)`).join(", ");
  const less = missing > cold.total ? `, of which the cold wallet has ${formatAmount(cold.total)}` : "";
  const hot = payerKey(await walletKeys({ db, platformWallet })).address;
  return `Withdrawals wait: send at least ${formatAmount(missing)} SOL${less}, from ${where} to the hot wallet ${hot}`;
}
