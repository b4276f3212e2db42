import { z } from "zod";
import { role } from "../people/auth.ts";
import { amountAsString } from "../platform/amounts.ts";
import { id, idOut, time } from "../platform/ids.ts";
import { page, pagination } from "../platform/parts.ts";
import { text } from "../platform/text.ts";

const why = text({ max: 500, required: "Please say why" });

export const adminUser = z
  .object({
    id: idOut,
    username: z.string(),
    email: z.string().nullable(),
    role,
    reputationPoints: z.int(),
    integrityScore: z.number(),
    createdAt: time,
    suspendedAt: time.nullable(),
    suspensionReason: z.string().nullable(),
    lastSeenAt: time.nullable(),
    postCount: z.int(),
    answerCount: z.int(),
  })
  .meta({ id: "AdminUser" });
export type AdminUser = z.infer<typeof adminUser>;

export const ADMIN_USER_SORTS = ["newest", "oldest", "username", "reputation", "integrity"] as const;
export const listAdminUsersInput = z
  .object({
    ...page,
    limit: z.int().min(1).max(100).default(20),
    search: z.string().trim().max(200).optional().meta({ description: "Part of a username or email" }),
    sort: z.enum(ADMIN_USER_SORTS).default("newest"),
    role: role.optional(),
    suspended: z.boolean().optional(),
  })
  .prefault({});
export const listAdminUsersOutput = z.object({ users: z.array(adminUser), pagination });

export const adminStats = z
  .object({
    totalUsers: z.int(),
    userCount: z.int(),
    moderatorCount: z.int(),
    adminCount: z.int(),
    suspendedCount: z.int(),
    newThisWeek: z.int(),
    totalPosts: z.int(),
    totalAnswers: z.int(),
    openFlags: z.int(),
    openAppeals: z.int(),
    openTagProposals: z.int(),
    openAlerts: z.int(),
  })
  .meta({ id: "AdminStats" });
export const adminStatsOutput = z.object({ stats: adminStats });

export const setRoleInput = z.object({ id, role });
export const setRoleOutput = z.object({ success: z.literal(true), user: adminUser });

export const endSessionsInput = z.object({
  id: id.meta({ description: "Id or username" }),
  reason: why.meta({ description: "The member reads it" }),
});
export const endSessionsOutput = z.object({
  success: z.literal(true),
  username: z.string(),
  ended: z.int().meta({ description: "How many sign-ins were open" }),
});

export const auditEntry = z
  .object({
    id: idOut,
    actor: z
      .string()
      .nullable()
      .meta({ description: "Username; null for the operator's commands and the platform itself" }),
    action: z.string().meta({ description: "CONTENT_HIDDEN, ROLE_CHANGED, WITHDRAWALS_STOPPED, …" }),
    targetType: z.string().nullable(),
    targetId: z.string().nullable(),
    subject: z.string().nullable().meta({ description: "Username of the member it concerned" }),
    reason: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
    createdAt: time,
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntry>;
export const listAuditInput = z
  .object({
    ...page,
    limit: z.int().min(1).max(100).default(20),
    action: z.string().max(40).optional(),
    actor: z.string().max(64).optional().meta({ description: "Username" }),
    subject: z.string().max(64).optional().meta({ description: "Username" }),
  })
  .prefault({});
export const listAuditOutput = z.object({ entries: z.array(auditEntry), pagination });

/** A queue of background jobs. */
export const jobQueue = z
  .object({
    name: z.string(),
    schedule: z.string().nullable().meta({ description: "Cron, UTC; null for what is queued by events" }),
    waiting: z.int(),
    active: z.int(),
    failed: z.int().meta({ description: "Of the jobs still kept" }),
    lastCompletedAt: time.nullable(),
    failures: z.array(z.object({ id: z.string(), at: time, message: z.string() })).meta({ description: "The latest" }),
  })
  .meta({ id: "JobQueue" });
export type JobQueue = z.infer<typeof jobQueue>;
export const listJobsOutput = z.object({ queues: z.array(jobQueue) });
export const runJobInput = z.object({ name: z.string().max(60) });

/** The state of payments, and what an operator has to know. */
export const adminMoney = z
  .object({
    stopped: z.object({ at: time, reason: z.string() }).nullable(),
    openWithdrawals: z.object({ count: z.int(), amount: amountAsString }),
    suspense: z.object({ count: z.int(), amount: amountAsString }),
    alerts: z.array(
      z.object({ id: idOut, kind: z.string(), subject: z.string(), detail: z.string(), since: time, seenAt: time }),
    ),
  })
  .meta({ id: "AdminMoney" });
export type AdminMoney = z.infer<typeof adminMoney>;
export const stopWithdrawalsInput = z.object({ reason: why });
export const resumeWithdrawalsInput = z.object({ reason: why });
/** `username` assigns it to a member, null books it as the operator's float. */
export const resolveSuspenseInput = z.object({ id, username: z.string().max(64).nullable(), reason: why });
export const approveDepositInput = z.object({ id, reason: why });
export const approveDepositOutput = z.object({
  success: z.literal(true),
  username: z.string(),
  amount: amountAsString,
  missing: z.int().meta({ description: "Approvals that it still needs; 0 when it is credited" }),
});
/** The password, if the admin has one, is asked for again, so that a stolen session approves nothing. */
export const approveWithdrawalInput = z.object({ id, password: z.string().min(1).max(128).optional(), reason: why });
export const approveWithdrawalOutput = z.object({
  success: z.literal(true),
  username: z.string(),
  missing: z.int().meta({ description: "Approvals that it still needs; 0 when it is paid next" }),
});
export const refuseWithdrawalInput = z.object({
  id,
  reason: why.meta({ description: "The member reads it" }),
});
export const refuseWithdrawalOutput = z.object({
  success: z.literal(true),
  username: z.string(),
  refunded: z.boolean().meta({ description: "Whether the amount is back already; otherwise it follows" }),
});
export const closeAlertInput = z.object({ id, reason: why });

export const adminMoneyOutput = z.object({ success: z.literal(true), money: adminMoney });
export const resolveSuspenseOutput = z.object({
  success: z.literal(true),
  amount: amountAsString,
  missing: z.int().meta({ description: "Approvals that it still needs; 0 when it is resolved" }),
  resolution: z
    .string()
    .nullable()
    .meta({ description: "As it is kept with the item; null while approvals are missing" }),
});
