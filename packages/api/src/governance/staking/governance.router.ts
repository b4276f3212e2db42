import {
  governanceActInput,
  governanceDashboard,
  governanceHistoryInput,
  governanceHistory as governanceHistoryOutput,
  governanceInput,
  governanceOutput,
  rewardRates,
  stakeInput,
  stakeOutput,
} from "@bbux/contract";
import { LEAVING_REFUSALS } from "../../people/leaving/index.ts";
import { accountProcedure, memberProcedure, publicProcedure, router } from "../../platform/calls/index.ts";
import { governanceHistory } from "./history.query.ts";
import { getDashboard, getGovernance, getRewardRates } from "./read.queries.ts";
import { act, stake, unstake } from "./stake.command.ts";

const tags = ["governance"];

/** Suspended members may see and unstake their stake, but not stake more (docs/DECISIONS.md §6). */
export const governanceRouter = router({
  get: accountProcedure
    .meta({
      openapi: { method: "GET", path: "/governance", tags, summary: "Stake, rate and totals; or what `action` names" },
      refuses: ["BAD_REQUEST"],
    })
    .input(governanceInput)
    .output(governanceOutput)
    .query(({ ctx, input }) => getGovernance(ctx, ctx.viewer.id, input, ctx.language() ?? "en")),

  act: accountProcedure
    .meta({
      openapi: { method: "POST", path: "/governance", tags, summary: "Stake or unstake" },
      refuses: ["INSUFFICIENT_BALANCE", "STAKE_LOCKED", "ACCOUNT_SUSPENDED", ...LEAVING_REFUSALS],
      idempotent: true,
    })
    .input(governanceActInput)
    .output(stakeOutput)
    .mutation(({ ctx, input }) => act(ctx, input)),

  stake: memberProcedure
    .meta({
      openapi: { method: "POST", path: "/governance/stake", tags, summary: "Stake from the free balance" },
      refuses: ["INSUFFICIENT_BALANCE", ...LEAVING_REFUSALS],
      idempotent: true,
    })
    .input(stakeInput)
    .output(stakeOutput)
    .mutation(({ ctx, input }) => stake(ctx, input)),

  unstake: accountProcedure
    .meta({
      openapi: { method: "POST", path: "/governance/unstake", tags, summary: "Take back what was staked" },
      refuses: ["INSUFFICIENT_BALANCE", "STAKE_LOCKED"],
      idempotent: true,
    })
    .input(stakeInput)
    .output(stakeOutput)
    .mutation(({ ctx, input }) => unstake(ctx, input)),

  rewardRates: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/governance/reward-rates",
        tags,
        protect: false,
        summary: "What a stake earns a day now",
      },
    })
    .output(rewardRates)
    .query(({ ctx }) => getRewardRates(ctx)),

  dashboard: accountProcedure
    .meta({
      openapi: { method: "GET", path: "/governance/dashboard", tags, summary: "Everything that the dashboard shows" },
    })
    .output(governanceDashboard)
    .query(({ ctx }) => getDashboard(ctx, ctx.viewer.id, ctx.language() ?? "en")),

  history: accountProcedure
    .meta({
      openapi: { method: "GET", path: "/governance/history", tags, summary: "Treasury, stake and rate, day by day" },
    })
    .input(governanceHistoryInput)
    .output(governanceHistoryOutput)
    .query(({ ctx, input }) => governanceHistory(ctx.db, input.range, ctx.now())),
});
