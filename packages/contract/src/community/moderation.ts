import { z } from "zod";
import { STAFF_FREEZE } from "../people/accounts.rules.ts";
import { role, withdrawalFreeze } from "../people/auth.ts";
import { id, idOut, time } from "../platform/ids.ts";
import { LIMITS } from "../platform/limits.ts";
import { mediaItem, oneOf, page, pagination } from "../platform/parts.ts";
import { text } from "../platform/text.ts";

/** What can be flagged. `message` is a chat message. */
export const FLAG_TARGETS = ["post", "answer", "comment", "message", "user"] as const;
export type FlagTarget = (typeof FLAG_TARGETS)[number];
/** The reasons, in the order of the dialog. SPAM and ABUSE cost the author more when upheld (docs/DECISIONS.md §3). */
export const FLAG_REASONS = ["SPAM", "ABUSE", "OFF_TOPIC", "PLAGIARISM", "WRONG_INFORMATION", "OTHER"] as const;
export type FlagReason = (typeof FLAG_REASONS)[number];
export const MODERATION = {
  note: 1_000,
  flagsShown: 50,
  /** Days after the decision until the flagged text is erased. */
  textDays: 90,
} as const;

const targetType = oneOf(FLAG_TARGETS);
const why = text({ max: MODERATION.note, required: "Please say why" });

/** `reason` is one of the list, or free text, which counts as OTHER. */
export const flagInput = z.object({
  targetType,
  targetId: id,
  reason: text({ max: MODERATION.note, required: "Please say what's wrong" }).meta({
    description: `${FLAG_REASONS.join(", ")}, or a sentence`,
  }),
  note: text({ min: 0, max: MODERATION.note }).optional(),
});
export const flagOutput = z.object({ success: z.literal(true), flagId: idOut });

const excerpt = z.string().meta({ description: "Plain text, at most 300 characters" });
/** The target of a flag as a moderator sees it, hidden or not. */
export const moderationTarget = z
  .object({
    type: z.enum(FLAG_TARGETS),
    id: idOut,
    authorId: idOut,
    authorUsername: z.string(),
    authorRole: z.string(),
    authorSuspended: z.boolean(),
    title: z.string().meta({ description: "Of the post it belongs to; of a user their name" }),
    excerpt,
    content: z.string().meta({ description: "Markdown, whole" }),
    media: z.array(mediaItem).meta({ description: "Of a post" }),
    url: z.string().nullable().meta({ description: "Where it is; null when no one can go there" }),
    state: z.enum(["VISIBLE", "HIDDEN", "DELETED"]),
    createdAt: time,
    bounty: z
      .object({ amount: z.string(), status: z.string() })
      .nullable()
      .meta({ description: "Of a post with one that is not paid" }),
    interested: z.boolean().meta({
      description:
        "Whether the caller asked or answered the question that it belongs to, or voted on one of its answers or its refund before the bounty was paid, so that they can't decide",
    }),
    rival: z.boolean().meta({
      description:
        "Whether the caller and its author have a part in the same question with an unpaid bounty: they asked it, answered it, voted on an answer, or have to do with the vote on its refund. A hidden answer doesn't count, nor what an author who isn't established did after the caller had a part in it. Then the caller can't suspend the author, nor decide flags on them; what they wrote elsewhere can be decided.",
    }),
    own: z.boolean().meta({
      description:
        "Whether its author is the caller, or an account that counts as the caller's, so that they can't decide",
    }),
  })
  .meta({ id: "ModerationTarget" });

/** What a target said when it was flagged, which its author may have changed since. */
export const flaggedText = z
  .object({
    excerpt,
    content: z.string().meta({ description: "Markdown, whole; of a post after its title" }),
    flaggedAt: time.meta({ description: "First" }),
  })
  .meta({ id: "FlaggedText" });
const flaggedTexts = z
  .array(flaggedText)
  .max(MODERATION.flagsShown)
  .meta({
    description: `What it said when it was flagged, where it says something else now. Erased ${MODERATION.textDays} days after the decision`,
  });

/** All open flags on one target, or all decided ones. */
export const flagCase = z
  .object({
    target: moderationTarget,
    flaggedTexts,
    flagCount: z.int(),
    flags: z
      .array(
        z.object({
          id: idOut,
          reporterUsername: z.string().nullable().meta({ description: "Null for the member the flag is about" }),
          reporterInterested: z.boolean().meta({
            description:
              "Whether the reporter asked or answered the question that it belongs to, or voted on an answer, and its bounty isn't paid yet",
          }),
          reason: z.string(),
          note: z.string().nullable(),
          status: z.enum(["OPEN", "UPHELD", "DISMISSED"]),
          createdAt: time,
          decidedAt: time.nullable(),
          decidedBy: z.string().nullable(),
        }),
      )
      .max(MODERATION.flagsShown)
      .meta({ description: "The first of them" }),
  })
  .meta({ id: "FlagCase" });
export type FlagCase = z.infer<typeof flagCase>;

export const listFlagsInput = z
  .object({
    ...page,
    status: z.enum(["open", "decided"]).default("open"),
  })
  .prefault({});
export const listFlagsOutput = z.object({ cases: z.array(flagCase), pagination });

const onTarget = { targetType, targetId: id };
const abuse = z.boolean().optional().meta({
  description: "Spam or abuse, which costs the author more; by default whether a flag that is upheld says so",
});
const member = id.meta({ description: "Id or username" });
/** Hides a target, flagged or not, and upholds its open flags. */
export const hideInput = z.object({
  ...onTarget,
  reason: why.meta({ description: "What its author reads" }),
  abuse,
});
export const restoreInput = z.object({ ...onTarget, reason: why });
export const dismissFlagsInput = z.object({ ...onTarget, reason: why });
/** Upholds flags without hiding: on a user, or on content that stays. */
export const upholdFlagsInput = z.object({ ...onTarget, reason: why, abuse });
export const suspendInput = z.object({
  id: member,
  reason: why,
  votingFraud: z.boolean().default(false).meta({
    description:
      "Their votes on answers, cast until now, count in no settlement of a bounty, also after the suspension. It may be added to a suspension",
  }),
});
export const unsuspendInput = z.object({
  id: member,
  reason: why,
  overturned: z
    .boolean()
    .default(false)
    .meta({ description: "It was wrong: the points come back, and votes count again" }),
});
export const freezeWithdrawalsInput = z.object({
  id: member,
  reason: why.meta({ description: "What the member reads" }),
  days: z
    .int()
    .min(1)
    .max(STAFF_FREEZE.adminDays)
    .default(STAFF_FREEZE.moderatorDays)
    .meta({
      description: `From now. Moderators: ${STAFF_FREEZE.moderatorDays}, and not again within ${STAFF_FREEZE.windowDays} days after that`,
    }),
});
export const unfreezeWithdrawalsInput = z.object({ id: member, reason: why });
const file = z.string().trim().min(1).max(LIMITS.url);
/** Deletes an upload for good. */
export const removeFileInput = z.object({
  file: file.meta({
    description: "Its address, or the last part of it",
    example: "/uploads/f3Jb0cW8kQn2xTz5LmYa7E.png",
  }),
  reason: why.meta({ description: "What the member who uploaded it reads" }),
});
export const fileInput = z.object({ file: file.meta({ description: "The address of a picture or video" }) });
export const fileOutput = z
  .object({
    removed: z.boolean().meta({ description: "Whether a moderator removed it" }),
    mayRemove: z.boolean().meta({
      description: "Whether the caller can remove it: moderators, if it's an upload that concerns nothing of their own",
    }),
  })
  .meta({ id: "FileState" });
export const closePostInput = z.object({ id, reason: why });

/** The caller's own hidden content. */
export const hiddenItem = z
  .object({
    id: idOut,
    targetType: z.enum(FLAG_TARGETS),
    targetId: idOut,
    title: z.string(),
    content: z.string(),
    reason: z.string().meta({ description: "Why, in the moderator's words" }),
    hiddenAt: time,
    restoredAt: time.nullable(),
    mayAppeal: z.boolean(),
    appeal: z
      .object({
        status: z.enum(["OPEN", "GRANTED", "DENIED"]),
        reason: z.string(),
        createdAt: time,
        decidedAt: time.nullable(),
        note: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: "HiddenItem" });
export type HiddenItem = z.infer<typeof hiddenItem>;
export const listHiddenInput = z.object({ ...page }).prefault({});
export const listHiddenOutput = z.object({ items: z.array(hiddenItem), pagination });
export const appealHidingInput = z.object({ id: id.meta({ description: "Of the hidden item" }), reason: why });
export const appealHidingOutput = z.object({ success: z.literal(true), item: hiddenItem });

/** An open appeal of hidden content. Appeals of refunds come with refund requests. */
export const hidingAppeal = z
  .object({
    item: hiddenItem,
    target: moderationTarget,
    flaggedTexts,
    hiddenBy: z.string(),
    own: z
      .boolean()
      .meta({ description: "The caller can't decide: they, or an account that counts as theirs, wrote or hid it" }),
  })
  .meta({ id: "HidingAppeal" });
export const listAppealsInput = z.object({ ...page, status: z.enum(["open", "decided"]).default("open") }).prefault({});
export const listAppealsOutput = z.object({ appeals: z.array(hidingAppeal), pagination });
export const decideHidingAppealInput = z.object({ id, decision: z.enum(["grant", "deny"]), note: why });

export const moderationCounts = z
  .object({ flags: z.int(), appeals: z.int(), refundAppeals: z.int(), tagProposals: z.int() })
  .meta({ id: "ModerationCounts", description: "What needs a moderator" });

/** Withdrawals that staff froze. */
export const staffFreeze = withdrawalFreeze
  .extend({ byAdmin: z.boolean().meta({ description: "Only an admin can change or end it" }) })
  .meta({ id: "StaffFreeze" });

/** A member as a moderator finds them: what can be decided about, without an email. */
export const moderatedMember = z
  .object({
    id: idOut,
    username: z.string(),
    role,
    reputationPoints: z.int(),
    createdAt: time,
    suspendedAt: time.nullable(),
    suspensionReason: z.string().nullable(),
    votingFraud: z.boolean().meta({ description: "Whether the suspension is for voting fraud" }),
    withdrawalFreeze: staffFreeze.nullable(),
    openFlags: z.int().meta({ description: "On them and on what they wrote" }),
    upheldFlags: z.int(),
  })
  .meta({ id: "ModeratedMember" });
export type StaffFreeze = z.infer<typeof staffFreeze>;
export type ModeratedMember = z.infer<typeof moderatedMember>;
export const listMembersInput = z
  .object({
    ...page,
    search: z.string().trim().max(64).optional().meta({ description: "Part of a username" }),
    suspended: z.boolean().optional(),
  })
  .prefault({});
export const listMembersOutput = z.object({ members: z.array(moderatedMember), pagination });
