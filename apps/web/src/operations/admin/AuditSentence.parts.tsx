import type { AuditEntry } from "@bbux/contract";
import type { ReactNode } from "react";
import { InnerLink } from "../../components/InnerLink.tsx";

/** A member, with a link to their profile. */
export function Member({ name }: { name: string }) {
  return <InnerLink href={`/users/${encodeURIComponent(name)}`}>{name}</InnerLink>;
}

/** The member whom the entry concerns. */
export function Subject({ entry: { subject } }: { entry: AuditEntry }) {
  return subject === null ? "a member" : <Member name={subject} />;
}

/** A link, or only its text if there is nowhere to go. */
export function Place({ href, children }: { href: string | null; children: ReactNode }) {
  return href === null ? children : <InnerLink href={href}>{children}</InnerLink>;
}

/** "a post by oskar", with links. */
export function Content({ entry }: { entry: AuditEntry }) {
  const { targetType, subject } = entry;
  if (targetType === "user") return <Subject entry={entry} />;
  if (subject === null) return <Target entry={entry} />;
  const href = addressOf(entry);
  const author = <Member name={subject} />;
  switch (targetType) {
    case "post":
      return (
        <>
          <Place href={href}>a post</Place> by {author}
        </>
      );
    case "answer":
      return (
        <>
          <Place href={href}>an answer</Place> by {author}
        </>
      );
    case "comment":
      return (
        <>
          <Place href={href}>a comment</Place> by {author}
        </>
      );
    case "message":
      return (
        <>
          <Place href={href}>a chat message</Place> by {author}
        </>
      );
    default:
      return <>something by {author}</>;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  post: "a post",
  answer: "an answer",
  comment: "a comment",
  message: "a chat message",
};

/** "a post", with a link if it is in a post or a chat room. */
export function Target({ entry }: { entry: AuditEntry }) {
  const text = KINDS[entry.targetType ?? ""];
  if (text === undefined) return <>something</>;
  return <Place href={addressOf(entry)}>{text}</Place>;
}

function addressOf({ targetType, targetId, details }: AuditEntry): string | null {
  if (targetType === "post" && targetId !== null) return `/posts/${targetId}`;
  if (typeof details.post === "string") return `/posts/${details.post}#${targetType}-${targetId}`;
  if (typeof details.room === "string") return `/chat/${details.room}?at=${targetId}`;
  return null;
}

/** Details have amounts as decimal text in base units. */
export function baseUnits(given: unknown): bigint {
  return typeof given === "string" && /^\d+$/.test(given) ? BigInt(given) : 0n;
}
