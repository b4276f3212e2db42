import type { AuditEntry } from "@bbux/contract";
import type { ReactNode } from "react";
import { bbux, unitsOf } from "../../components/Amount.format.ts";
import { plural } from "../../components/TimeAgo.format.ts";
import { baseUnits, Content, Place, Target } from "./AuditSentence.parts.tsx";

/**
 * Says what was done to content; `null` for other actions. Each sentence is one text with its names, amounts and links as values, so that a
 * translation can order them.
 */
export function contentDeed(entry: AuditEntry, actor: ReactNode, who: ReactNode): ReactNode {
  const { action, details, targetId } = entry;
  const thing = <Content entry={entry} />;
  const isAbuse = details.abuse === true;
  const flags =
    typeof details.flags === "number" && details.flags > 0 ? plural(details.flags, ["# flag", "# flags"]) : "the flags";
  switch (action) {
    case "CONTENT_HIDDEN":
      if (isAbuse)
        return (
          <>
            {actor} hid {thing} as spam or abuse
          </>
        );
      return (
        <>
          {actor} hid {thing}
        </>
      );
    case "CONTENT_RESTORED":
      return (
        <>
          {actor} restored {thing}
        </>
      );
    case "FILE_REMOVED":
      return removedFile(entry, actor, who);
    case "FLAGS_UPHELD":
      if (isAbuse)
        return (
          <>
            {actor} upheld {flags} on {thing} as spam or abuse
          </>
        );
      return (
        <>
          {actor} upheld {flags} on {thing}
        </>
      );
    case "FLAGS_DISMISSED":
      return (
        <>
          {actor} dismissed {flags} on {thing}
        </>
      );
    case "APPEAL_DECIDED": {
      const hidden = <Target entry={entry} />;
      if (details.granted === true)
        return (
          <>
            {actor} granted the appeal of {who} against the hiding of {hidden}
          </>
        );
      return (
        <>
          {actor} denied the appeal of {who} against the hiding of {hidden}
        </>
      );
    }
    case "REFUND_APPEAL_DECIDED": {
      const href = targetId === null ? null : `/refund-requests/${targetId}`;
      const amount = typeof details.amount === "string" && bbux(unitsOf(details.amount), { exact: true });
      const refund = amount ? (
        <>
          <Place href={href}>a refund</Place> of {amount}
        </>
      ) : (
        <Place href={href}>a refund</Place>
      );
      if (details.decision === "grant")
        return (
          <>
            {actor} granted the appeal of {who} about {refund}
          </>
        );
      return (
        <>
          {actor} denied the appeal of {who} about {refund}
        </>
      );
    }
    case "REVIEW_CLEARED":
      return (
        <>
          {actor} cleared {thing} in a review
        </>
      );
    case "REVIEW_FLAGGED":
      return (
        <>
          {actor} flagged {thing} in a review
        </>
      );
    case "POST_CLOSED": {
      const returned = baseUnits(details.returned);
      if (returned === 0n)
        return (
          <>
            {actor} closed {thing}
          </>
        );
      return (
        <>
          {actor} closed {thing} and returned its bounty of {bbux(returned, { exact: true })}
        </>
      );
    }
    default:
      return null;
  }
}

function removedFile(entry: AuditEntry, actor: ReactNode, who: ReactNode): ReactNode {
  const { details, targetId } = entry;
  const isVideo = details.kind === "VIDEO";
  if (details.kind === "AVATAR")
    return (
      <>
        {actor} removed the profile picture of {who}
      </>
    );
  if (targetId === null && isVideo)
    return (
      <>
        {actor} removed a video uploaded by {who}
      </>
    );
  if (targetId === null)
    return (
      <>
        {actor} removed a picture uploaded by {who}
      </>
    );
  const thing = <Content entry={entry} />;
  return isVideo ? (
    <>
      {actor} removed a video from {thing}
    </>
  ) : (
    <>
      {actor} removed a picture from {thing}
    </>
  );
}
