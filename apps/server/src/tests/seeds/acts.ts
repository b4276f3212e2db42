import type { Random } from "@bbux/db/testing/form";
import { abuse } from "./abuse.ts";
import { start } from "./jobs.ts";
import { heal } from "./process.ts";
import { arrive, bringBack, cancel, deliver, emergency, fault, join, signer, skew, withdraw } from "./steps.ts";
import {
  beDeceived,
  failOver,
  forget,
  forgetDeposit,
  holdBack,
  moveToCold,
  pause,
  pay,
  promote,
  work,
} from "./stories.ts";
import type { Universe } from "./universe.ts";

/** Half of the work is payments, where most can go wrong. */
const WORK = [
  ...Array.from({ length: 7 }, () => "payments"),
  "watch",
  "watch",
  "recheck",
  "scan",
  "sweeps",
  "cold",
  "ceiling",
];

type Act = (universe: Universe, random: Random) => Promise<unknown> | unknown;

/** What may happen, and how often. */
export const ACTS = (
  [
    [24, "job", job],
    [6, "payment arrives", arrive],
    [10, "withdrawal", withdraw],
    [5, "cancellation", cancel],
    [8, "node's fault", fault],
    [5, "node's lie", beDeceived],
    [3, "signer's fault", signer],
    [5, "process recovers", (universe, random) => heal(random.one(universe.processes))],
    [8, "slots", (universe, random) => universe.pass(1, 1 + random.next(12))],
    [4, "minutes", (universe, random) => universe.pass(20 + random.next(200), 60)],
    [1, "clock skew", skew],
    [2, "crash", (universe, random) => universe.restart(random.one(universe.processes))],
    [3, "late delivery", deliver],
    [1, "new member", join],
    [2, "abuse", abuse],
    [2, "emergency stop", emergency],
    [2, "backup", (universe) => universe.backUp()],
    [2, "restored backup", (universe, random) => universe.restore(random.one(universe.kept))],
    [2, "promoted replica", promote],
    [4, "replica that processes reconnect to", failOver],
    [8, "payment", pay],
    [6, "forgotten payment", forget],
    [4, "forgotten deposit", forgetDeposit],
    [4, "paused worker", pause],
    [3, "move to the cold wallet", moveToCold],
    [2, "SOL from the cold wallet", bringBack],
    [5, "work goes on", work],
    [1, "signer restarts", (universe) => universe.restartSigner()],
    [5, "payment that is held back", holdBack],
  ] satisfies readonly (readonly [number, string, Act])[]
).flatMap(([weight, name, act]) => Array.from({ length: weight }, (): [string, Act] => [name, act]));

function job(universe: Universe, random: Random): void {
  const process = random.one(universe.workers);
  start(universe, process, random.one(WORK));
}
