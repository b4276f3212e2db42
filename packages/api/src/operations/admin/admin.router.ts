import {
  adminMoneyOutput,
  adminMoney as adminMoneySchema,
  adminStatsOutput,
  approveDepositInput,
  approveDepositOutput,
  approveWithdrawalInput,
  approveWithdrawalOutput,
  closeAlertInput,
  done,
  endSessionsInput,
  endSessionsOutput,
  listAdminUsersInput,
  listAdminUsersOutput,
  listAuditInput,
  listAuditOutput,
  listJobsOutput,
  listSuspenseOutput,
  listUnapprovedOutput,
  listWaitingOutput,
  refuseWithdrawalInput,
  refuseWithdrawalOutput,
  resolveSuspenseInput,
  resolveSuspenseOutput,
  resumeWithdrawalsInput,
  runJobInput,
  setRoleInput,
  setRoleOutput,
  stopWithdrawalsInput,
} from "@bbux/contract";
import { areRivals } from "../../content/posts/index.ts";
import { listUnapproved } from "../../money/withdrawals/index.ts";
import { endMemberSessions, refuseInterested } from "../../people/accounts/index.ts";
import { adminProcedure, router } from "../../platform/calls/index.ts";
import { listAudit } from "./audit.query.ts";
import { suspenseWithApprovals, waitingWithApprovals } from "./credits.query.ts";
import { adminMoney } from "./money.query.ts";
import {
  approveDeposit,
  approveWithdrawal,
  closeAlert,
  refuseWithdrawal,
  resolveSuspense,
  resume,
  runJob,
  setRole,
  stop,
} from "./operate.commands.ts";
import { adminStatsOf } from "./stats.query.ts";
import { listAdminUsers } from "./users.query.ts";

const tags = ["admin"];

export const adminRouter = router({
  users: adminProcedure
    .meta({ openapi: { method: "GET", path: "/admin", tags, summary: "Members: searched, sorted, in pages" } })
    .input(listAdminUsersInput)
    .output(listAdminUsersOutput)
    .query(({ ctx, input }) => listAdminUsers(ctx.db, input)),

  stats: adminProcedure
    .meta({ openapi: { method: "GET", path: "/admin/stats", tags, summary: "The community in numbers" } })
    .output(adminStatsOutput)
    .query(async ({ ctx }) => ({ stats: await adminStatsOf(ctx.db, ctx.now()) })),

  setRole: adminProcedure
    .meta({
      openapi: { method: "PUT", path: "/admin/users/{id}/role", tags, summary: "Give a member a role" },
      refuses: ["OWN_DECISION", "HAS_INTEREST", "LAST_ADMIN", "CONFLICT"],
      stepUp: true,
    })
    .input(setRoleInput)
    .output(setRoleOutput)
    .mutation(({ ctx, input }) => setRole(ctx, input)),

  endSessions: adminProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/admin/users/{id}/sessions/end",
        tags,
        summary: "Sign a member out everywhere",
        description:
          "Every browser, bearer token and refresh token of the member ends, and open reset links. An admin's own current sign-in stays.",
      },
      refuses: ["HAS_INTEREST"],
      stepUp: true,
    })
    .input(endSessionsInput)
    .output(endSessionsOutput)
    .mutation(async ({ ctx, input: { id, reason } }) => ({
      success: true,
      ...(await endMemberSessions(ctx, { member: id, reason }, refuseInterested(ctx, areRivals))),
    })),

  audit: adminProcedure
    .meta({
      openapi: { method: "GET", path: "/admin/audit-log", tags, summary: "What moderators, admins and operators did" },
    })
    .input(listAuditInput)
    .output(listAuditOutput)
    .query(({ ctx, input }) => listAudit(ctx.db, input)),

  jobs: adminProcedure
    .meta({
      openapi: { method: "GET", path: "/admin/jobs", tags, summary: "Work in the background, and its failures" },
    })
    .output(listJobsOutput)
    .query(async ({ ctx }) => ({ queues: [...(await ctx.jobs.list())] })),

  runJob: adminProcedure
    .meta({
      openapi: { method: "POST", path: "/admin/jobs/run", tags, summary: "Run what is scheduled once more, now" },
      refuses: ["NOT_FOUND"],
    })
    .input(runJobInput)
    .output(done)
    .mutation(({ ctx, input }) => runJob(ctx, input)),

  money: adminProcedure
    .meta({ openapi: { method: "GET", path: "/admin/money", tags, summary: "What payments are doing, and alerts" } })
    .output(adminMoneySchema)
    .query(({ ctx }) => adminMoney(ctx.db)),

  stopWithdrawals: adminProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/admin/withdrawals/stop",
        tags,
        summary: "The emergency stop: nothing more is signed or sent",
      },
    })
    .input(stopWithdrawalsInput)
    .output(adminMoneyOutput)
    .mutation(({ ctx, input }) => stop(ctx, input.reason)),

  resumeWithdrawals: adminProcedure
    .meta({
      openapi: { method: "POST", path: "/admin/withdrawals/resume", tags, summary: "End the emergency stop" },
      stepUp: true,
    })
    .input(resumeWithdrawalsInput)
    .output(adminMoneyOutput)
    .mutation(({ ctx, input }) => resume(ctx, input.reason)),

  suspense: adminProcedure
    .meta({
      openapi: { method: "GET", path: "/admin/suspense", tags, summary: "SOL that arrived and belongs to no one" },
    })
    .output(listSuspenseOutput)
    .query(({ ctx }) => suspenseWithApprovals(ctx)),

  resolveSuspense: adminProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/admin/suspense/{id}/resolve",
        tags,
        summary: "Give it to a member, or record it as the operator's float",
        description:
          "It cannot be taken back. No one gives it to themselves. A large one is given once two different admins have named the same.",
      },
      refuses: ["CONFLICT", "OWN_DECISION"],
      stepUp: true,
    })
    .input(resolveSuspenseInput)
    .output(resolveSuspenseOutput)
    .mutation(({ ctx, input }) => resolveSuspense(ctx, input)),

  waitingDeposits: adminProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/admin/waiting-deposits",
        tags,
        summary: "Deposits that arrived and aren't credited yet",
      },
    })
    .output(listWaitingOutput)
    .query(async ({ ctx }) => ({ deposits: await waitingWithApprovals(ctx) })),

  approveDeposit: adminProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/admin/waiting-deposits/{id}/approve",
        tags,
        summary: "Credit a deposit that only one node confirms",
        description:
          "It can't be taken back. No one credits their own. A large one is credited once two different admins have approved it.",
      },
      refuses: ["NOT_FOUND", "CONFLICT", "OWN_DECISION", "CHAIN_UNAVAILABLE"],
      stepUp: true,
    })
    .input(approveDepositInput)
    .output(approveDepositOutput)
    .mutation(({ ctx, input }) => approveDeposit(ctx, input)),

  waitingWithdrawals: adminProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/admin/waiting-withdrawals",
        tags,
        summary: "Large withdrawals that wait for the approval of two admins",
      },
    })
    .output(listUnapprovedOutput)
    .query(async ({ ctx }) => ({ withdrawals: [...(await listUnapproved(ctx.db, ctx.viewer.id))] })),

  approveWithdrawal: adminProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/admin/waiting-withdrawals/{id}/approve",
        tags,
        summary: "Approve a large withdrawal, with one's password",
        description: "It is paid once two different admins have. It can't be taken back.",
      },
      refuses: ["WRONG_PASSWORD", "STEP_UP_REQUIRED", "NOT_FOUND", "OWN_DECISION", "CONFLICT"],
    })
    .input(approveWithdrawalInput)
    .output(approveWithdrawalOutput)
    .mutation(({ ctx, input }) => approveWithdrawal(ctx, input)),

  refuseWithdrawal: adminProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/admin/waiting-withdrawals/{id}/refuse",
        tags,
        summary: "Refuse a large withdrawal and give it back",
        description: "Possible until it is signed. The member reads the reason.",
      },
      refuses: ["NOT_FOUND", "OWN_DECISION", "CONFLICT"],
      stepUp: true,
    })
    .input(refuseWithdrawalInput)
    .output(refuseWithdrawalOutput)
    .mutation(({ ctx, input }) => refuseWithdrawal(ctx, input)),

  closeAlert: adminProcedure
    .meta({
      openapi: { method: "POST", path: "/admin/alerts/{id}/close", tags, summary: "Close what has been dealt with" },
      refuses: ["CONFLICT"],
    })
    .input(closeAlertInput)
    .output(adminMoneyOutput)
    .mutation(({ ctx, input }) => closeAlert(ctx, input)),
});
