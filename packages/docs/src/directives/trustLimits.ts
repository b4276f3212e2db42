import { TRUST_KINDS, TRUST_LEVELS, TRUST_LIMITS, type TrustKind, type TrustLimit } from "@bbux/contract";
import { table, text } from "../tree.ts";
import type { Directive } from "./directive.ts";

/** The type requires a name for every kind in the contract. */
const NAMES: Readonly<Record<TrustKind, string>> = {
  posts: "Questions",
  answers: "Answers",
  comments: "Comments",
  votes: "Votes",
  flags: "Flags",
  links: "Links to other sites",
  mentions: "Mentions",
  characters: "Characters written or edited",
  uploads: "Uploads",
  messages: "Chat messages",
  tags: "Proposed tags",
};

/** How much members may do a day, by trust level. */
export const trustLimits: Directive = () => [
  table(
    ["A day", "New", "Verified", "Established", "Staff"],
    TRUST_KINDS.map((kind) => [
      [text(NAMES[kind])],
      ...TRUST_LEVELS.map((level) => [text(shown(kind, TRUST_LIMITS[level][kind]))]),
    ]),
  ),
];

function shown(kind: TrustKind, { day, minute }: TrustLimit): string {
  if (day === 0) return "–";
  if (kind === "uploads") return `${(day / 1024 ** 2).toLocaleString("en-US")} MB`;
  return `${day.toLocaleString("en-US")}${minute === undefined ? "" : ` (${minute} a minute)`}`;
}
