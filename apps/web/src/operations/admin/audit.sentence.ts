import type { AuditEntry } from "@bbux/contract";
import { bbux, fixedAmount, unitsOf } from "../../components/Amount.format.ts";
import { plural } from "../../components/TimeAgo.format.ts";
import { ROLE_PHRASES } from "./roleLabels.ts";

/** Text, or a link. */
export type Part = string | { readonly text: string; readonly href: string };

/** The actions that the audit log can be filtered by, in the order of the menu. */
export const AUDIT_LABELS: Readonly<Record<string, string>> = {
  FLAGS_UPHELD: "Flags upheld",
  FLAGS_DISMISSED: "Flags dismissed",
  CONTENT_HIDDEN: "Content hidden",
  CONTENT_RESTORED: "Content restored",
  APPEAL_DECIDED: "Appeal of hidden content decided",
  REFUND_APPEAL_DECIDED: "Appeal of a refund decided",
  POST_CLOSED: "Post closed",
  MEMBER_SUSPENDED: "Member suspended",
  MEMBER_UNSUSPENDED: "Suspension ended",
  ROLE_CHANGED: "Role changed",
  SESSIONS_ENDED: "Sessions ended",
  ACCOUNT_FROZEN: "Account frozen",
  WITHDRAWALS_FROZEN: "Withdrawals frozen",
  WITHDRAWALS_UNFROZEN: "Withdrawals unfrozen",
  ACCOUNT_UNFROZEN: "Account unfrozen",
  DEMO_ENDED: "Demo account closed",
  PARAMETER_SET: "Parameter set",
  PROPOSAL_EXECUTED: "Proposal executed",
  WITHDRAWALS_STOPPED: "Withdrawals stopped",
  WITHDRAWALS_RESUMED: "Withdrawals resumed",
  WITHDRAWAL_CANCELED: "Withdrawal canceled",
  WITHDRAWAL_APPROVED: "Large withdrawal approved",
  WITHDRAWAL_REFUSED: "Large withdrawal refused",
  WITHDRAWAL_UNAPPROVED: "Large withdrawal not approved in time",
  SUSPENSE_RESOLVED: "Unclaimed deposit resolved",
  DEPOSIT_APPROVED: "Large deposit approved",
  COLD_WALLET_CHANGED: "Cold wallet changed",
  CONTROL_PROVED: "Control of the cold wallet proved",
  KEY_ROTATED: "Key rotated",
  LOSS_RECORDED: "Loss recorded",
  GAIN_RECORDED: "Gain recorded",
  ALERT_CLOSED: "Alert closed",
  JOB_STARTED: "Job started",
};

const member = (username: string): Part => ({ text: username, href: `/users/${encodeURIComponent(username)}` });

/** Describes an entry of the audit log in a sentence. An unknown action is shown by its code. */
export function auditSentence(entry: AuditEntry): Part[] {
  const actor: Part = entry.actor === null ? "The operator" : member(entry.actor);
  return [actor, " ", ...deedOf(entry)];
}

function deedOf(entry: AuditEntry): Part[] {
  const { action, subject, details, targetId } = entry;
  const who: Part = subject === null ? "a member" : member(subject);
  const flags =
    typeof details.flags === "number" && details.flags > 0 ? plural(details.flags, ["# flag", "# flags"]) : "the flags";
  const abuse = details.abuse === true ? " as spam or abuse" : "";
  switch (action) {
    case "CONTENT_HIDDEN":
      return ["hid ", ...ofSomebody(entry), abuse];
    case "CONTENT_RESTORED":
      return ["restored ", ...ofSomebody(entry)];
    case "FLAGS_UPHELD":
      return [`upheld ${flags} on `, ...ofSomebody(entry), abuse];
    case "FLAGS_DISMISSED":
      return [`dismissed ${flags} on `, ...ofSomebody(entry)];
    case "APPEAL_DECIDED":
      return [
        `${details.granted === true ? "granted" : "denied"} the appeal of `,
        who,
        " against the hiding of ",
        targetOf(entry),
      ];
    case "REFUND_APPEAL_DECIDED":
      return [
        `${details.decision === "grant" ? "granted" : "denied"} the appeal of `,
        who,
        " about ",
        targetId === null ? "a refund" : { text: "a refund", href: `/refund-requests/${targetId}` },
        typeof details.amount === "string" ? ` of ${bbux(unitsOf(details.amount))}` : "",
      ];
    case "POST_CLOSED": {
      const returned = baseUnits(details.returned);
      return ["closed ", ...ofSomebody(entry), returned > 0n ? ` and returned its bounty of ${bbux(returned)}` : ""];
    }
    case "MEMBER_SUSPENDED":
      return ["suspended ", who];
    case "MEMBER_UNSUSPENDED":
      return ["ended the suspension of ", who, details.overturned === true ? ", which was wrong" : ""];
    case "ROLE_CHANGED":
      return ["made ", who, ` ${roleText(details.to)}`, details.from ? ` instead of ${roleText(details.from)}` : ""];
    case "SESSIONS_ENDED":
      return ["ended all sessions of ", who];
    case "ACCOUNT_FROZEN":
      return ["froze the account of ", who];
    case "ACCOUNT_UNFROZEN":
      return ["ended the freeze of the account of ", who];
    case "WITHDRAWALS_FROZEN":
      return [
        "froze the withdrawals of ",
        who,
        typeof details.days === "number" ? ` for ${plural(details.days, ["# day", "# days"])}` : "",
      ];
    case "WITHDRAWALS_UNFROZEN":
      return ["ended the freeze of the withdrawals of ", who];
    case "DEMO_ENDED":
      return ["closed the demo account ", who];
    case "PARAMETER_SET":
      return [
        "set ",
        { text: "a parameter", href: "/admin?tab=parameters" },
        typeof details.change === "string" ? `: ${details.change}` : "",
      ];
    case "PROPOSAL_EXECUTED":
      return [
        "recorded that ",
        targetId === null ? "a proposal" : { text: "a proposal", href: `/governance/proposals/${targetId}` },
        " of ",
        who,
        " is carried out",
      ];
    case "WITHDRAWALS_STOPPED":
      return ["stopped ", { text: "all withdrawals", href: "/admin?tab=money" }];
    case "WITHDRAWALS_RESUMED":
      return ["resumed ", { text: "withdrawals", href: "/admin?tab=money" }];
    case "WITHDRAWAL_CANCELED":
      return ["canceled ", { text: "a withdrawal", href: "/admin?tab=money" }, " of ", who];
    case "WITHDRAWAL_APPROVED":
    case "WITHDRAWAL_REFUSED": {
      const sum = fixedAmount(baseUnits(details.amount), { exact: true });
      const what: Part = { text: `a withdrawal of ${sum}`, href: "/admin?tab=money" };
      return [action === "WITHDRAWAL_APPROVED" ? "approved " : "refused ", what, " by ", who];
    }
    case "WITHDRAWAL_UNAPPROVED":
      return ["gave back ", { text: "a withdrawal", href: "/admin?tab=money" }, " by ", who, ", not approved in time"];
    case "SUSPENSE_RESOLVED": {
      const sum = fixedAmount(baseUnits(details.amount), { exact: true, unit: "SOL" });
      const deposit: Part = { text: `an unclaimed deposit of ${sum}`, href: "/admin?tab=money" };
      return subject === null ? ["recorded ", deposit, " as the operator's float"] : ["gave ", deposit, " to ", who];
    }
    case "DEPOSIT_APPROVED": {
      const sum = fixedAmount(baseUnits(details.amount), { exact: true, unit: "SOL" });
      return ["approved ", { text: `a deposit of ${sum}`, href: "/admin?tab=money" }, " of ", who];
    }
    case "COLD_WALLET_CHANGED":
      return ["made ", { text: String(details.after), href: "/reserves" }, " the cold wallet"];
    case "CONTROL_PROVED":
      return ["proved control of the cold wallet in ", { text: "the reserves", href: "/reserves" }];
    case "KEY_ROTATED":
      if (details.purpose === "deposit") return ["made a new key for deposit addresses"];
      if (details.purpose === "hot") return ["made a new ", { text: "hot wallet", href: "/reserves" }];
      if (details.purpose === "nonce") return ["made a new key for nonce accounts"];
      return ["made a new ", { text: "key for checkpoints", href: "/transparency" }];
    case "LOSS_RECORDED":
    case "GAIN_RECORDED": {
      const sum = fixedAmount(baseUnits(details.amount), { exact: true, unit: "SOL" });
      return [
        `recorded a ${action === "LOSS_RECORDED" ? "loss" : "gain"} of ${sum} in `,
        { text: "the reserves", href: "/reserves" },
      ];
    }
    case "ALERT_CLOSED":
      return [
        "closed ",
        { text: "an alert", href: "/admin?tab=money" },
        typeof details.kind === "string" ? `: ${details.kind.replaceAll("_", " ")}` : "",
      ];
    case "JOB_STARTED":
      return ["started ", { text: targetId ?? "a job", href: "/admin?tab=jobs" }];
    default:
      return [`did ${action}`, ...(subject === null ? [] : [", which concerned ", who])];
  }
}

/** Returns `a post by oskar`, with links. */
function ofSomebody(entry: AuditEntry): Part[] {
  const { targetType, subject } = entry;
  if (targetType === "user") return [subject === null ? "a member" : member(subject)];
  return [targetOf(entry), ...(subject === null ? [] : [" by ", member(subject)])];
}

const KINDS: Readonly<Record<string, string>> = {
  post: "a post",
  answer: "an answer",
  comment: "a comment",
  message: "a chat message",
};

/** Returns the target, with a link if it is in a post or a chat room. */
function targetOf({ targetType, targetId, details }: AuditEntry): Part {
  const text = KINDS[targetType ?? ""] ?? "something";
  if (targetType === "post" && targetId !== null) return { text, href: `/posts/${targetId}` };
  if (typeof details.post === "string") return { text, href: `/posts/${details.post}#${targetType}-${targetId}` };
  if (typeof details.room === "string") return { text, href: `/chat/${details.room}?at=${targetId}` };
  return text;
}

function roleText(role: unknown): string {
  return role === "admin" || role === "moderator" || role === "user" ? ROLE_PHRASES[role] : "of another role";
}

/** Details have amounts as decimal text in base units. */
function baseUnits(given: unknown): bigint {
  return typeof given === "string" && /^\d+$/.test(given) ? BigInt(given) : 0n;
}
