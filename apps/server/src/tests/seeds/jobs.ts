import {
  planCold,
  planSweeps,
  processPayments,
  recheckWaiting,
  registerColdWallet,
  scanColdWallets,
  scanHotWallet,
  watchRound,
} from "@bbux/api";
import type { Process } from "./process.ts";
import type { Universe } from "./universe.ts";

/** What a worker does, by name. */
export const JOBS: Record<string, (process: Process) => Promise<unknown>> = {
  payments: ({ services }) => processPayments(services),
  watch: ({ services }) =>
    watchRound(
      services,
      async () => undefined,
      async () => true,
    ),
  recheck: ({ services }) => recheckWaiting(services),
  scan: ({ services }) => scanHotWallet(services),
  sweeps: ({ services }) => planSweeps(services),
  async cold({ services }) {
    await registerColdWallet(services);
    await scanColdWallets(services);
  },
  ceiling: ({ services }) => planCold(services),
};

/** What is done again and again; sweeps and moves that were begun are ended, and no others begun, because they take most of the time. */
export const ROUND = ["payments", "watch", "recheck", "scan", "cold"];

/** Adds a job, unless the process is doing it. */
export function start({ schedule }: Universe, process: Process, name: string): void {
  if (!schedule.isRunning(process.name, name)) schedule.start(process.name, name, async () => JOBS[name]?.(process));
}
