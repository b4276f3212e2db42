import { toDbId } from "@bbux/contract";
import { sql } from "kysely";
import { audit, BY_COMMAND, type Operator } from "../../platform/audit-log/audit.command.ts";
import type { Services } from "../../platform/context/index.ts";

/** What operators are alerted about. A closed list; docs/OPERATIONS.md explains each and what to do. */
export const ALERT_KINDS = [
  /** The chain or the wallet isn't the one that the books were kept with. */
  "wrong_chain",
  /** The hot wallet has too little for the waiting payments. */
  "hot_wallet_short",
  /** Withdrawals wait for SOL that an operator has to bring back from the cold wallet. */
  "cold_funds_needed",
  /** Nobody has shown for a year, or ever, that the operator holds the cold wallet's key. */
  "control_unproved",
  /** Withdrawals wait because the platform has paid as much as it may within an hour, or within a day. */
  "withdrawal_limit",
  /** A large withdrawal waits for the approval of two admins. */
  "withdrawal_waiting",
  /** The operator's float has too little for the network's fees. */
  "float_empty",
  /** The hot wallet paid something that no withdrawal explains. */
  "unexplained_outflow",
  /** A node doesn't show a payment that its nonce, or the hot wallet's balance, says has landed. */
  "payment_in_doubt",
  /** The process that holds the keys doesn't answer, so no payment is signed. */
  "signer_down",
  /** The signer's own rules forbid to sign a payment. */
  "signer_refused",
  /** A nonce account of the pool is closed, or in other hands. */
  "nonce_lost",
  /** The books may not be the newest, and what was signed before isn't known after minutes. */
  "fence_closed",
  /** The witness says something else about a deposit or payment than the node; nothing is credited or given up. */
  "nodes_disagree",
  /** The witness doesn't answer, or is behind. */
  "witness_silent",
  /** A deposit above SINGLE_NODE_LIMIT waits for an admin. */
  "deposit_waiting",
  /** An address holds something other than the sum of its transactions. */
  "unexplained_balance",
  /** Reserves and liabilities differ by more than what is in flight. */
  "reserves_mismatch",
  /** The latest comparison of reserves and liabilities is older than a minute. */
  "reserves_stale",
  /** A withdrawal has been waiting too long or was tried too often. */
  "withdrawal_stuck",
  /** A credited deposit exceeds the maximum of a request. */
  "large_deposit",
  /** SOL arrived that belongs to no member. */
  "unclaimed_deposit",
  /** The platform's own backup is later than it is meant to be. */
  "backup_late",
  /** The transparency log does not add up to the accounts, or its chain is broken. */
  "log_mismatch",
  /** A witness refuses to cosign a checkpoint. */
  "log_not_cosigned",
  /** The chain has a root of the log, with the platform's mark, that no checkpoint has. */
  "log_root_unknown",
] as const;

export type AlertKind = (typeof ALERT_KINDS)[number];

export interface Alert {
  readonly kind: AlertKind;
  /** What it is about: an id or an address. One alert is open per kind and subject. */
  readonly subject: string;
  readonly detail: string;
}

/** Alerts operators once while the alert is open; a repeat only updates when it was last seen. */
export async function raiseAlert({ db, now }: Pick<Services, "db" | "now">, alert: Alert): Promise<void> {
  const at = now();
  await db
    .insertInto("alerts")
    .values({ ...alert, created_at: at, seen_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(["kind", "subject"])
        .where("closed_at", "is", null)
        .doUpdateSet({ detail: alert.detail, seen_at: at }),
    )
    .execute();
}

/** Closes an alert whose cause is gone. @returns whether it was open */
export async function closeAlert(
  { db, now }: Pick<Services, "db" | "now">,
  kind: AlertKind,
  subject: string,
): Promise<boolean> {
  const done = await db
    .updateTable("alerts")
    .set({ closed_at: now() })
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Closes those of these alerts that are open, in one statement. */
export async function closeAlerts(
  { db, now }: Pick<Services, "db" | "now">,
  alerts: readonly Pick<Alert, "kind" | "subject">[],
): Promise<void> {
  if (alerts.length === 0) return;
  await sql`
    update alerts set closed_at = ${now()}
     where closed_at is null and (kind, subject) in (
           select * from unnest(${alerts.map(({ kind }) => kind)}::text[], ${alerts.map(({ subject }) => subject)}::text[]))`.execute(
    db,
  );
}

/**
 * Closes an alert that an operator dealt with, and records who did.
 * @param which as the operator names it
 * @returns whether it was open; null for an unknown id
 */
export async function settleAlert(
  { db, now }: Pick<Services, "db" | "now">,
  which: { readonly id: string } | { readonly kind: AlertKind; readonly subject: string },
  by: Operator = BY_COMMAND,
): Promise<boolean | null> {
  const at = now();
  const named =
    "id" in which ? sql`id = ${toDbId(which.id)}` : sql`kind = ${which.kind} and subject = ${which.subject}`;
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; kind: string; subject: string; detail: string; open: boolean }>`
      select id::text, kind, subject, detail, closed_at is null as open from alerts where ${named}
       order by closed_at is not null, alerts.id desc limit 1 for no key update`.execute(trx);
    const [alert] = rows;
    if (!alert) return null;
    if (!alert.open) return false;
    await trx.updateTable("alerts").set({ closed_at: at }).where("id", "=", alert.id).execute();
    const { id, kind, subject, detail } = alert;
    await audit(trx, {
      ...by,
      action: "ALERT_CLOSED",
      target: { kind: "alert", id },
      details: { kind, subject, detail },
      at,
    });
    return true;
  });
}

export interface OpenAlert extends Alert {
  readonly id: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
}

/** Returns open alerts, oldest first. Alerts that anyone can trigger by sending SOL come last, so they bury nothing. */
export async function openAlerts(db: Services["db"]): Promise<OpenAlert[]> {
  const { rows } = await sql<OpenAlert>`
    select id::text, kind, subject, detail, created_at as "createdAt", seen_at as "seenAt"
      from alerts where closed_at is null
     order by kind in ('unclaimed_deposit', 'large_deposit'), alerts.id limit 1000`.execute(db);
  return rows;
}
