import {
  closeProposals,
  decideDueRefunds,
  notifyExpiring,
  notifySettlements,
  payRewards,
  settleBounties,
} from "@bbux/api";
import { defineScheduledJob } from "./define-job.ts";

export const notifyOfExpiringBounties = defineScheduledJob({
  name: "bounty-expiring",
  schedule: "7 * * * *",
  run: (needs) => notifyExpiring(needs),
});

export const settleDueBounties = defineScheduledJob({
  name: "settle-bounties",
  schedule: "*/5 * * * *",
  run: (needs) => settleBounties(needs),
});

export const announceSettlements = defineScheduledJob({
  name: "notify-settlements",
  schedule: "*/5 * * * *",
  run: (needs) => notifySettlements(needs),
});

export const closeDueProposals = defineScheduledJob({
  name: "close-proposals",
  schedule: "* * * * *",
  run: (needs) => closeProposals(needs),
});

export const decideRefunds = defineScheduledJob({
  name: "decide-refunds",
  schedule: "* * * * *",
  run: (needs) => decideDueRefunds(needs),
});

export const payDailyRewards = defineScheduledJob({
  name: "pay-rewards",
  schedule: "5 * * * *",
  isQueuedAtStart: true,
  // Days wait for each other.
  expireInSeconds: 3_600,
  run: (needs) => payRewards(needs),
});
