import { z } from "zod";
import { amountAsString } from "../platform/amounts.ts";
import { id, idOut, time } from "../platform/ids.ts";
import { PARAMETER_NAMES, type ParameterName, parameterProblem, parameterValue } from "../platform/parameters/index.ts";
import { oneOf, page, pagination } from "../platform/parts.ts";
import { isCleanText, text } from "../platform/text.ts";

/** Rules of proposals (docs/DECISIONS.md §6, docs/adr/0012). */
export const PROPOSALS = {
  votingDays: 7,
  /** Percent of all stake when voting opened that must vote. */
  quorumPercent: 10n,
  /** Open proposals that one member may have. */
  open: 3,
  title: 150,
  body: 10_000,
  note: 2_000,
} as const;

export const PROPOSAL_TYPES = ["SIGNAL", "POLICY", "PARAMETER"] as const;
export type ProposalType = (typeof PROPOSAL_TYPES)[number];
/** The parameter that sets the stake for each type. */
export const PROPOSAL_STAKES = {
  SIGNAL: "signalStake",
  POLICY: "policyStake",
  PARAMETER: "parameterStake",
} as const satisfies Record<ProposalType, ParameterName>;

export const proposal = z
  .object({
    id: idOut,
    userId: idOut,
    username: z.string(),
    type: z.enum(PROPOSAL_TYPES),
    title: z.string(),
    proposal: z.string().meta({ description: "Markdown" }),
    discussionUrl: z.string().nullable(),
    parameter: z
      .object({
        name: z.enum(PARAMETER_NAMES),
        title: z.string(),
        value: parameterValue.meta({ description: "What it is to be" }),
        valueText: z.string().meta({ example: "4%" }),
        current: parameterValue,
        currentText: z.string().meta({ example: "5%" }),
      })
      .nullable(),
    status: z.enum(["OPEN", "PASSED", "REJECTED", "EXECUTED"]),
    outcome: z.enum(["MAJORITY", "NO_MAJORITY", "NO_QUORUM"]).nullable(),
    vote: z.boolean().meta({ description: "Whether the caller voted for it; false without a vote" }),
    userVote: z.enum(["for", "against"]).nullable(),
    userPower: amountAsString.nullable().meta({ description: "What the caller's vote weighs, cast or not" }),
    powerFor: amountAsString,
    powerAgainst: amountAsString,
    votesFor: z.int(),
    votesAgainst: z.int(),
    stakeVoted: amountAsString,
    quorumStake: amountAsString.meta({ description: "Stake that must have voted" }),
    stakedAtOpen: amountAsString,
    createdAt: time,
    updatedAt: time,
    closesAt: time,
    decidedAt: time.nullable(),
    executedAt: time.nullable(),
    executionNote: z.string().nullable(),
  })
  .meta({ id: "Proposal" });
export type Proposal = z.infer<typeof proposal>;

export const listProposalsInput = z
  .object({
    ...page,
    status: oneOf(["open", "passed", "rejected", "executed"]).optional(),
  })
  .prefault({});
export const listProposalsOutput = z.object({ proposals: z.array(proposal), pagination });
export const byProposalId = z.object({ id });
export const proposalOutput = z.object({ proposal });

/** One of our posts, or an https address. */
const discussionUrl = z
  .string()
  .trim()
  .max(500)
  .refine((url) => isCleanText(url) && (/^\/posts\/\d{1,19}$/.test(url) || isHttps(url)), {
    error: "Must be the path of a post here, or an https address",
  });
function isHttps(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === "https:";
}

export const submitProposalInput = z
  .object({
    type: z
      .string()
      .max(20)
      .toUpperCase()
      .pipe(z.enum(PROPOSAL_TYPES))
      .meta({ override: { type: "string", enum: [...PROPOSAL_TYPES] } }),
    title: text({ min: 5, max: PROPOSALS.title }),
    proposal: text({ min: 20, max: PROPOSALS.body }),
    discussionUrl: discussionUrl.nullish(),
    parameter: z.enum(PARAMETER_NAMES).optional().meta({ description: "With type PARAMETER" }),
    value: parameterValue.optional().meta({ description: "With type PARAMETER: what it is to be" }),
  })
  .superRefine(({ type, parameter, value }, ctx) => {
    if (type !== "PARAMETER") return;
    if (parameter === undefined || value === undefined) {
      const field = parameter === undefined ? "parameter" : "value";
      ctx.addIssue({ code: "custom", path: [field], message: "A change needs a parameter and a value" });
      return;
    }
    const problem = parameterProblem(parameter, BigInt(value));
    if (problem !== null) ctx.addIssue({ code: "custom", path: ["value"], message: problem });
  });
export type SubmitProposalInput = z.infer<typeof submitProposalInput>;
export const submitProposalOutput = z.object({ success: z.literal(true), proposal });

export const voteProposalInput = byProposalId.extend({ vote: z.enum(["for", "against"]) });
export const voteProposalOutput = z
  .object({
    success: z.literal(true),
    message: z.string(),
    reward: z.int().meta({ description: "Reputation points" }),
    proposal,
  })
  .meta({ id: "ProposalVoted" });
export const executeProposalInput = byProposalId.extend({
  note: text({ min: 10, max: PROPOSALS.note }),
});
