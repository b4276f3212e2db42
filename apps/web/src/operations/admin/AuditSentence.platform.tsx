import type { AuditEntry } from "@bbux/contract";
import type { ReactNode } from "react";
import { fixedAmount } from "../../components/Amount.format.ts";
import { InnerLink } from "../../components/InnerLink.tsx";
import { baseUnits, Place } from "./AuditSentence.parts.tsx";
import { jobLabel } from "./jobLabels.ts";

const MONEY = "/admin?tab=money";
const RESERVES = "/reserves";

/** Says what was done to money and the platform itself. An unknown action is shown by its code. */
export function platformDeed(
  { action, subject, details, targetId }: AuditEntry,
  actor: ReactNode,
  who: ReactNode,
): ReactNode {
  const own = fixedAmount(baseUnits(details.amount), { exact: true });
  const sol = fixedAmount(baseUnits(details.amount), { exact: true, unit: "SOL" });
  const tag = typeof details.name === "string" ? details.name : "";
  switch (action) {
    case "PARAMETER_SET":
      if (typeof details.change !== "string")
        return (
          <>
            {actor} set <InnerLink href="/admin?tab=parameters">a parameter</InnerLink>
          </>
        );
      return (
        <>
          {actor} set <InnerLink href="/admin?tab=parameters">a parameter</InnerLink>: {details.change}
        </>
      );
    case "PROPOSAL_EXECUTED": {
      const href = targetId === null ? null : `/governance/proposals/${targetId}`;
      return (
        <>
          {actor} recorded that <Place href={href}>a proposal</Place> of {who} is carried out
        </>
      );
    }
    case "WITHDRAWALS_STOPPED":
      return (
        <>
          {actor} stopped <InnerLink href={MONEY}>all withdrawals</InnerLink>
        </>
      );
    case "WITHDRAWALS_RESUMED":
      return (
        <>
          {actor} resumed <InnerLink href={MONEY}>withdrawals</InnerLink>
        </>
      );
    case "WITHDRAWAL_CANCELED":
      return (
        <>
          {actor} canceled <InnerLink href={MONEY}>a withdrawal</InnerLink> of {who}
        </>
      );
    case "WITHDRAWAL_APPROVED":
      return (
        <>
          {actor} approved <InnerLink href={MONEY}>a withdrawal of {own}</InnerLink> by {who}
        </>
      );
    case "WITHDRAWAL_REFUSED":
      return (
        <>
          {actor} refused <InnerLink href={MONEY}>a withdrawal of {own}</InnerLink> by {who}
        </>
      );
    case "WITHDRAWAL_UNAPPROVED":
      return (
        <>
          {actor} gave back <InnerLink href={MONEY}>a withdrawal</InnerLink> by {who}, not approved in time
        </>
      );
    case "SUSPENSE_RESOLVED":
      if (subject === null)
        return (
          <>
            {actor} recorded <InnerLink href={MONEY}>an unclaimed deposit of {sol}</InnerLink> as the operator's float
          </>
        );
      return (
        <>
          {actor} gave <InnerLink href={MONEY}>an unclaimed deposit of {sol}</InnerLink> to {who}
        </>
      );
    case "DEPOSIT_APPROVED":
      return (
        <>
          {actor} approved <InnerLink href={MONEY}>a deposit of {sol}</InnerLink> of {who}
        </>
      );
    case "CREDIT_APPROVED":
      if (subject === null)
        return (
          <>
            {actor} approved recording <InnerLink href={MONEY}>an unclaimed deposit of {sol}</InnerLink> as the
            operator's float
          </>
        );
      return (
        <>
          {actor} approved crediting <InnerLink href={MONEY}>a deposit of {sol}</InnerLink> to {who}
        </>
      );
    case "COLD_WALLET_CHANGED":
      return (
        <>
          {actor} made <InnerLink href={RESERVES}>{String(details.after)}</InnerLink> the cold wallet
        </>
      );
    case "CONTROL_PROVED":
      return (
        <>
          {actor} proved control of the cold wallet in <InnerLink href={RESERVES}>the reserves</InnerLink>
        </>
      );
    case "KEY_ROTATED":
      if (details.purpose === "deposit") return <>{actor} made a new key for deposit addresses</>;
      if (details.purpose === "hot")
        return (
          <>
            {actor} made a new <InnerLink href={RESERVES}>hot wallet</InnerLink>
          </>
        );
      if (details.purpose === "nonce") return <>{actor} made a new key for nonce accounts</>;
      return (
        <>
          {actor} made a new <InnerLink href="/transparency">key for checkpoints</InnerLink>
        </>
      );
    case "LOSS_RECORDED":
      return (
        <>
          {actor} recorded a loss of {sol} in <InnerLink href={RESERVES}>the reserves</InnerLink>
        </>
      );
    case "GAIN_RECORDED":
      return (
        <>
          {actor} recorded a gain of {sol} in <InnerLink href={RESERVES}>the reserves</InnerLink>
        </>
      );
    case "ALERT_CLOSED":
      if (typeof details.kind !== "string")
        return (
          <>
            {actor} closed <InnerLink href={MONEY}>an alert</InnerLink>
          </>
        );
      return (
        <>
          {actor} closed <InnerLink href={MONEY}>an alert</InnerLink>: {details.kind.replaceAll("_", " ")}
        </>
      );
    case "TAGS_ADDED":
      if (!Array.isArray(details.tags)) return <>{actor} added tags</>;
      return (
        <>
          {actor} added tags: {details.tags.join(", ")}
        </>
      );
    case "TAG_APPROVED":
      return (
        <>
          {actor} approved the tag “{tag}” that {who} proposed
        </>
      );
    case "TAG_DECLINED":
      return (
        <>
          {actor} declined the tag “{tag}” that {who} proposed
        </>
      );
    case "BRAND_CHANGED":
      return (
        <>
          {actor} changed the <InnerLink href="/admin?tab=branding">branding</InnerLink>
        </>
      );
    case "JOB_STARTED":
      return (
        <>
          {actor} started{" "}
          <InnerLink href="/admin?tab=jobs">{targetId === null ? "a job" : jobLabel(targetId)}</InnerLink>
        </>
      );
    default:
      if (subject === null)
        return (
          <>
            {actor} did {action}
          </>
        );
      return (
        <>
          {actor} did {action}, which concerned {who}
        </>
      );
  }
}
