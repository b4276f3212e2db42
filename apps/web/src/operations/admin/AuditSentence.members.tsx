import type { AuditEntry } from "@bbux/contract";
import type { ReactNode } from "react";
import { plural } from "../../components/TimeAgo.format.ts";
import { ROLE_PHRASES } from "./roleLabels.ts";

/** Says what was done to a member or their access; `null` for other actions. */
export function memberDeed({ action, details }: AuditEntry, actor: ReactNode, who: ReactNode): ReactNode {
  switch (action) {
    case "MEMBER_SUSPENDED":
      if (details.votingFraud === true)
        return (
          <>
            {actor} suspended {who} for voting fraud
          </>
        );
      return (
        <>
          {actor} suspended {who}
        </>
      );
    case "MEMBER_UNSUSPENDED":
      if (details.overturned === true)
        return (
          <>
            {actor} ended the suspension of {who}, which was wrong
          </>
        );
      return (
        <>
          {actor} ended the suspension of {who}
        </>
      );
    case "ROLE_CHANGED":
      if (!details.from)
        return (
          <>
            {actor} made {who} {roleText(details.to)}
          </>
        );
      return (
        <>
          {actor} made {who} {roleText(details.to)} instead of {roleText(details.from)}
        </>
      );
    case "SESSIONS_ENDED":
      return (
        <>
          {actor} ended all sessions of {who}
        </>
      );
    case "CLAIM_OFFERED":
      return (
        <>
          {actor} offered the imported account of {who} to its owner by mail
        </>
      );
    case "EMAIL_SET":
      return (
        <>
          {actor} gave {who} another email address
        </>
      );
    case "FACTORS_REMOVED":
      return (
        <>
          {actor} removed the second factors of {who}
        </>
      );
    case "ACCOUNT_FROZEN":
      return (
        <>
          {actor} froze the account of {who}
        </>
      );
    case "ACCOUNT_UNFROZEN":
      return (
        <>
          {actor} ended the freeze of the account of {who}
        </>
      );
    case "WITHDRAWALS_FROZEN":
      if (typeof details.days !== "number")
        return (
          <>
            {actor} froze the withdrawals of {who}
          </>
        );
      return (
        <>
          {actor} froze the withdrawals of {who} for {plural(details.days, ["# day", "# days"])}
        </>
      );
    case "WITHDRAWALS_UNFROZEN":
      return (
        <>
          {actor} ended the freeze of the withdrawals of {who}
        </>
      );
    case "PUBLIC_PLACE_MARKED":
      if (details.kind === "wallet")
        return (
          <>
            {actor} marked the wallet {traceOf(details)} as a public place
          </>
        );
      return (
        <>
          {actor} marked the network {traceOf(details)} as a public place
        </>
      );
    case "PUBLIC_PLACE_UNMARKED":
      if (details.kind === "wallet")
        return (
          <>
            {actor} removed the public mark of the wallet {traceOf(details)}
          </>
        );
      return (
        <>
          {actor} removed the public mark of the network {traceOf(details)}
        </>
      );
    case "DEMO_ENDED":
      return (
        <>
          {actor} closed the demo account {who}
        </>
      );
    default:
      return null;
  }
}

function roleText(role: unknown): string {
  return role === "admin" || role === "moderator" || role === "user" ? ROLE_PHRASES[role] : "of another role";
}

function traceOf({ trace }: AuditEntry["details"]): string {
  return typeof trace === "string" ? trace : "";
}
