import { PARAMETER_NAMES, PROPOSAL_TYPES, PROPOSALS, type SubmitProposalInput } from "@bbux/contract";
import { z } from "zod";
import { readValue } from "./value.ts";

/** An unfinished proposal, as it is kept in the browser. */
export const proposalDraft = z.object({
  type: z.enum(PROPOSAL_TYPES),
  title: z.string(),
  text: z.string(),
  discussion: z.string(),
  parameter: z.enum(PARAMETER_NAMES).nullable(),
  value: z.string(),
});
export type ProposalDraft = z.infer<typeof proposalDraft>;

export const EMPTY_PROPOSAL: ProposalDraft = {
  type: "SIGNAL",
  title: "",
  text: "",
  discussion: "",
  parameter: null,
  value: "",
};

export function isBlankProposal({ title, text, discussion, value }: ProposalDraft): boolean {
  return [title, text, discussion, value].every((part) => part.trim() === "");
}

export type ProposalProblems = Partial<Record<"title" | "text" | "discussion" | "parameter" | "value", string>>;

/** A link to one of our posts may be pasted with our origin, but only its path is sent. */
export function discussionOf(typed: string, origin: string): string {
  const text = typed.trim();
  const path = text.startsWith(`${origin}/`) ? text.slice(origin.length) : text;
  return /^\/posts\/\d+/.exec(path)?.[0] ?? text;
}

/** Returns what to send, or what is wrong with it. */
export function readProposal(
  draft: ProposalDraft,
  origin: string,
): { input: SubmitProposalInput; problems: null } | { input: null; problems: ProposalProblems } {
  const problems: ProposalProblems = {};
  const [title, text] = [draft.title.trim(), draft.text.trim()];
  if (title.length < 5) problems.title = "Please give it a title of at least 5 characters";
  if (text.length < 20) problems.text = "Please say what should be done and why, in at least 20 characters";
  const discussion = discussionOf(draft.discussion, origin);
  if (discussion !== "" && !/^\/posts\/\d{1,19}$/.test(discussion) && !isHttps(discussion)) {
    problems.discussion = "Must be the path of a post here, or an https address";
  }
  const change = draft.type === "PARAMETER" ? readChange(draft, problems) : {};
  if (Object.keys(problems).length > 0) return { input: null, problems };
  const discussionUrl = discussion === "" ? null : discussion;
  return { input: { type: draft.type, title, proposal: text, discussionUrl, ...change }, problems: null };
}

function readChange({ parameter, value }: ProposalDraft, problems: ProposalProblems) {
  if (parameter === null) {
    problems.parameter = "Please choose what to change";
    return {};
  }
  const read = readValue(parameter, value);
  if (read.value === null) {
    problems.value = read.problem;
    return {};
  }
  return { parameter, value: read.value.toString() };
}

function isHttps(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === "https:";
}

const FIELDS: Record<string, keyof ProposalProblems> = {
  title: "title",
  proposal: "text",
  discussionUrl: "discussion",
  parameter: "parameter",
  value: "value",
};

/** Maps the server's refusals to the form's fields. */
export function problemsAt(refusals: Readonly<Record<string, string>>): ProposalProblems {
  return Object.fromEntries(
    Object.entries(refusals).flatMap(([field, message]) => {
      const own = FIELDS[field];
      return own ? [[own, message]] : [];
    }),
  );
}

export const MOST = { title: PROPOSALS.title, text: PROPOSALS.body, discussion: 500 } as const;
