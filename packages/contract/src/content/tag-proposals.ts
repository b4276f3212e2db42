import { z } from "zod";
import { id, idOut, time } from "../platform/ids.ts";
import { page, pagination } from "../platform/parts.ts";
import { text } from "../platform/text.ts";
import { TAG_PROPOSALS } from "./tag-limits.rules.ts";
import { tagName } from "./tags.ts";

export const TAG_PROPOSAL_STATUSES = ["OPEN", "APPROVED", "DECLINED", "WITHDRAWN"] as const;
const status = z.enum(TAG_PROPOSAL_STATUSES);

/** A tag that a member proposed, as they see it. */
export const tagProposal = z
  .object({
    id: idOut,
    name: z.string().meta({ example: "postgis" }),
    description: z.string(),
    reason: z.string().meta({ description: "Why it's needed" }),
    status,
    createdAt: time,
    decidedAt: time.nullable().meta({ description: "When it was approved, declined or withdrawn" }),
    note: z.string().nullable().meta({ description: "Why it was declined" }),
    tag: z.string().nullable().meta({ description: "The name of the tag that it became" }),
  })
  .meta({ id: "TagProposal" });
export type TagProposal = z.infer<typeof tagProposal>;

const description = text({ max: TAG_PROPOSALS.description, required: "Say what the tag is for" });

export const proposeTagInput = z.object({
  name: tagName,
  description: description.meta({
    description: "What questions with it are about",
    example: "Geography in PostgreSQL: types, indexes and queries",
  }),
  reason: text({ max: TAG_PROPOSALS.reason, required: "Say why it's needed" }).meta({
    description: "Why it's needed; only staff read it",
    example: "Four questions of this week are about it, and no tag fits",
  }),
});
export const proposeTagOutput = z.object({ success: z.literal(true), proposal: tagProposal });

/** What the caller has proposed, latest first, and whether they may propose more. */
export const ownTagProposalsOutput = z.object({
  proposals: z.array(tagProposal).max(TAG_PROPOSALS.shown),
  points: z.int().meta({ description: "The caller's reputation" }),
  pointsNeeded: z.int().meta({ description: "The reputation that proposing takes; 0 for staff" }),
  open: z.int().meta({ description: "How many of the caller's proposals are open" }),
  openMost: z.int().meta({ description: "How many may be" }),
});
export type OwnTagProposals = z.infer<typeof ownTagProposalsOutput>;

export const byTagProposal = z.object({ id });
export const tagProposalOutput = z.object({ success: z.literal(true), proposal: tagProposal });

/** A proposed tag as staff see it. */
export const staffTagProposal = tagProposal
  .extend({
    proposer: z.object({ id: idOut, username: z.string(), points: z.int(), suspended: z.boolean() }),
    decidedBy: z.string().nullable().meta({ description: "The username of who decided; null while it's open" }),
    similar: z.array(z.string()).meta({ description: "Tags whose names contain this one, or are contained in it" }),
  })
  .meta({ id: "StaffTagProposal" });
export type StaffTagProposal = z.infer<typeof staffTagProposal>;

export const listTagProposalsInput = z
  .object({
    ...page,
    status: z
      .enum(["open", "decided"])
      .default("open")
      .meta({ description: "Open ones, longest wait first; or approved and declined ones, latest first" }),
  })
  .prefault({});
export const listTagProposalsOutput = z.object({ proposals: z.array(staffTagProposal), pagination });

export const approveTagProposalInput = z.object({
  id,
  name: tagName.optional().meta({ description: "In place of the proposed one", example: "postgis" }),
  description: description.optional().meta({ description: "In place of the proposed one" }),
});
export const declineTagProposalInput = z.object({
  id,
  reason: text({ max: TAG_PROPOSALS.note, required: "Please say why" }).meta({ description: "What the member reads" }),
});
