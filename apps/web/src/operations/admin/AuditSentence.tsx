import type { AuditEntry } from "@bbux/contract";
import { contentDeed } from "./AuditSentence.content.tsx";
import { memberDeed } from "./AuditSentence.members.tsx";
import { Member, Subject } from "./AuditSentence.parts.tsx";
import { platformDeed } from "./AuditSentence.platform.tsx";

/** Describes an entry of the audit log in a sentence. An unknown action is shown by its code. */
export function AuditSentence({ entry }: { entry: AuditEntry }) {
  const actor = entry.actor === null ? "The operator" : <Member name={entry.actor} />;
  const who = <Subject entry={entry} />;
  return contentDeed(entry, actor, who) ?? memberDeed(entry, actor, who) ?? platformDeed(entry, actor, who);
}
