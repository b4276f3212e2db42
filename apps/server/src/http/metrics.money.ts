import { ALERT_KINDS, moneyFigures, type Services } from "@bbux/api";
import { Gauge, type Registry } from "prom-client";

const STATES = ["REQUESTED", "SIGNED", "SENT"] as const;

/** Declares the money metrics. @returns a function that reads them with one query, to call before each scrape */
export function declareMoney(registry: Registry, { db, now }: Pick<Services, "db" | "now">): () => Promise<void> {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const known = gauge("bbux_money_known", "1 when the figures of money are of now, 0 when the database did not answer");
  const withdrawals = new Gauge({
    name: "bbux_withdrawals_open",
    help: "Withdrawals that are not final, by state",
    registers,
    labelNames: ["state"],
  });
  const alerts = new Gauge({
    name: "bbux_alerts_open",
    help: "Alerts that are open, by kind (docs/OPERATIONS.md)",
    registers,
    labelNames: ["kind"],
  });
  const oldest = gauge(
    "bbux_withdrawal_oldest_open_seconds",
    "Age of the oldest withdrawal that is not final, 0 without",
  );
  const stopped = gauge("bbux_withdrawals_stopped", "1 while payments are stopped");
  const hotWallet = gauge("bbux_hot_wallet_lamports", "What the chain last said the hot wallet holds");
  const round = gauge(
    "bbux_watch_round_age_seconds",
    "Since every deposit address was last looked at, NaN before the first time",
  );
  const witness = gauge("bbux_witness_age_seconds", "Since the second node last answered and kept up, NaN without one");
  const waiting = gauge("bbux_deposits_waiting", "Deposits that wait for the second node or an admin");
  const unexplained = gauge(
    "bbux_reserves_unexplained_lamports",
    "On the chain less what is owed and what is in flight, by the latest report; anything but 0 is wrong",
  );
  const reportAge = gauge(
    "bbux_reserves_report_age_seconds",
    "Since reserves and liabilities were last compared, NaN before the first time",
  );
  return async () => {
    try {
      const figures = await moneyFigures(db, now());
      // Every series always exists, because an alert on a missing one doesn't fire.
      for (const state of STATES) withdrawals.set({ state }, figures.openWithdrawals[state] ?? 0);
      for (const kind of ALERT_KINDS) alerts.set({ kind }, figures.openAlerts[kind] ?? 0);
      oldest.set(figures.oldestOpenSeconds);
      stopped.set(figures.stopped ? 1 : 0);
      hotWallet.set(figures.hotWallet);
      round.set(figures.roundAgeSeconds ?? Number.NaN);
      unexplained.set(figures.unexplained ?? Number.NaN);
      witness.set(figures.witnessAgeSeconds ?? Number.NaN);
      waiting.set(figures.waitingDeposits);
      reportAge.set(figures.reportAgeSeconds ?? Number.NaN);
      known.set(1);
    } catch {
      // The process still has its own metrics to report while its database is down.
      known.set(0);
    }
  };
}
