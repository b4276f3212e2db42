import type { AnyNotificationKind, NotificationKind } from "@bbux/contract";
import {
  IconArrowBigUp,
  IconArrowDownLeft,
  IconArrowUpRight,
  IconAt,
  IconBell,
  IconChecklist,
  IconCircleCheck,
  IconCoin,
  IconGavel,
  IconHourglassLow,
  IconMessage,
  IconMessageCheck,
  IconReceiptRefund,
  IconScale,
  IconShield,
  IconShieldLock,
  IconTag,
  IconTrophy,
  IconUserCog,
  type TablerIcon,
} from "@tabler/icons-react";

interface Sign {
  readonly Icon: TablerIcon;
  /** Amber for money, green for success. */
  readonly tone: "plain" | "good" | "money";
}

const signs: Record<AnyNotificationKind, Sign> = {
  answer: { Icon: IconMessageCheck, tone: "plain" },
  comment: { Icon: IconMessage, tone: "plain" },
  accepted: { Icon: IconCircleCheck, tone: "good" },
  bounty_won: { Icon: IconCoin, tone: "money" },
  bounty_expiring: { Icon: IconHourglassLow, tone: "money" },
  bounty_settled: { Icon: IconGavel, tone: "money" },
  settlement: { Icon: IconGavel, tone: "money" },
  refund: { Icon: IconReceiptRefund, tone: "money" },
  deposit: { Icon: IconArrowDownLeft, tone: "money" },
  withdrawal: { Icon: IconArrowUpRight, tone: "money" },
  proposal: { Icon: IconChecklist, tone: "plain" },
  tag: { Icon: IconTag, tone: "plain" },
  votes: { Icon: IconArrowBigUp, tone: "plain" },
  mention: { Icon: IconAt, tone: "plain" },
  rating: { Icon: IconScale, tone: "plain" },
  milestone: { Icon: IconTrophy, tone: "good" },
  role: { Icon: IconUserCog, tone: "plain" },
  moderation: { Icon: IconShield, tone: "plain" },
  security: { Icon: IconShieldLock, tone: "plain" },
};

/** Returns the icon of a kind, or a bell for an unknown kind. */
export function signOf(kind: string): Sign {
  return isKind(kind) ? signs[kind] : { Icon: IconBell, tone: "plain" };
}

function isKind(kind: string): kind is AnyNotificationKind {
  return Object.hasOwn(signs, kind);
}

/** Names each kind as the settings do. */
export const KIND_LABELS: Record<NotificationKind, { readonly label: string; readonly description: string }> = {
  answer: { label: "Answers", description: "Someone answers your post." },
  comment: { label: "Comments", description: "Someone comments on your question or answer." },
  accepted: { label: "Accepted answers", description: "Your answer is accepted." },
  bounty_won: { label: "Bounties won", description: "A bounty is paid to you." },
  bounty_expiring: { label: "Bounties about to expire", description: "One of your bounties ends within a day." },
  bounty_settled: { label: "Bounties settled", description: "One of your bounties is settled on its payout date." },
  settlement: {
    label: "Payouts by votes",
    description: "A bounty you placed or answered is about to be paid by votes, or a member objected to that.",
  },
  refund: {
    label: "Refunds of bounties",
    description: "Your refund or appeal is decided, or someone asks for a refund of a bounty you answered.",
  },
  deposit: { label: "Deposits", description: "SOL has arrived and is in your balance." },
  withdrawal: { label: "Withdrawals", description: "A withdrawal is paid or returned." },
  proposal: { label: "Proposals", description: "A proposal that you submitted or voted on is decided." },
  tag: { label: "Proposed tags", description: "A tag that you proposed is approved or declined." },
  votes: { label: "Upvotes", description: "Something you wrote reaches 1, 2, 3, 5, 10 upvotes, and so on." },
  mention: { label: "Mentions", description: "Someone mentions you with @ and your name." },
  rating: { label: "Integrity ratings", description: "Someone rates your integrity." },
  milestone: { label: "Reputation milestones", description: "You reach 100, 500, 1,000, 5,000, or 10,000 points." },
  role: { label: "Your role", description: "You become a moderator or admin, or stop being one." },
  moderation: { label: "Moderation", description: "A moderator makes a decision about you or your content." },
};
