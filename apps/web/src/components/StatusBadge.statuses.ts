import type { Proposal, RefundStatus, TagProposal, TransactionStatus } from "@bbux/contract";
import { type StatusFacts, VOTE_OPEN } from "./StatusBadge.tones.ts";

export const REFUND_STATUSES: Record<RefundStatus, StatusFacts> = {
  PENDING: VOTE_OPEN,
  APPROVED: { label: "Approved", tone: "good" },
  COMPLETED: { label: "Returned", tone: "good" },
  REJECTED: { label: "Rejected", tone: "bad" },
  EXPIRED: { label: "Expired", tone: "bad" },
};

export const PROPOSAL_STATUSES: Record<Proposal["status"], StatusFacts> = {
  OPEN: { label: "Open", tone: "good" },
  PASSED: { label: "Passed", tone: "good" },
  REJECTED: { label: "Rejected", tone: "bad" },
  EXECUTED: { label: "Carried out", tone: "good" },
};

export const TAG_PROPOSAL_STATUS_FACTS: Record<TagProposal["status"], StatusFacts> = {
  OPEN: { label: "Waiting", tone: "waiting" },
  APPROVED: { label: "Approved", tone: "good" },
  DECLINED: { label: "Declined", tone: "bad" },
  WITHDRAWN: { label: "Withdrawn", tone: "plain" },
};

/** Their colors are required (M2.12). */
export const TRANSACTION_STATUS_FACTS: Record<TransactionStatus, StatusFacts> = {
  completed: { label: "Completed", tone: "good" },
  pending: { label: "Pending", tone: "waiting" },
  failed: { label: "Failed", tone: "bad" },
};

/** Content that moderators have hidden, or that its author removed. */
export const HIDING_STATUSES: Record<"RESTORED" | "APPEALED" | "HIDDEN" | "DELETED", StatusFacts> = {
  RESTORED: { label: "Restored", tone: "good" },
  APPEALED: { label: "Appealed", tone: "plain" },
  HIDDEN: { label: "Hidden", tone: "bad" },
  DELETED: { label: "Removed", tone: "plain" },
};

/** A moderator's decision on an appeal. */
export const APPEAL_DECISIONS: Record<"GRANTED" | "DENIED", StatusFacts> = {
  GRANTED: { label: "Granted", tone: "good" },
  DENIED: { label: "Denied", tone: "bad" },
};

/** A moderator's decision on a flag. */
export const FLAG_DECISIONS: Record<"UPHELD" | "DISMISSED", StatusFacts> = {
  UPHELD: { label: "Upheld", tone: "bad" },
  DISMISSED: { label: "Dismissed", tone: "plain" },
};
