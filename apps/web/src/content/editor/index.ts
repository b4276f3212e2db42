// The editor of posts, answers and comments: its fields, its drafts and what is sent.
export { Attached } from "./Attached.tsx";
export { CodeBlocksEditor } from "./CodeBlocksEditor.tsx";
export { DraftNotice } from "./DraftNotice.tsx";
export { withoutPlaceholders } from "./editing.uploads.ts";
export { MarkdownEditor } from "./MarkdownEditor.tsx";
export { MediaGrid } from "./MediaGrid.tsx";
export {
  checkDraft,
  codeBlocksOf,
  codeDraft,
  EMPTY_DRAFT,
  type FormProblems,
  isBlank,
  keptText,
  newCodeDraft,
  type PostDraft,
  payloadOf,
  postDraft,
  problemsOf,
  sameWords,
  type Written,
  written,
} from "./postDraft.ts";
export { confirms, type Receipt, readBounty, receiptOf, toBuy } from "./receipt.ts";
export { type DraftSchema, useStoredDraft } from "./useStoredDraft.ts";
