import { LIMITS } from "@bbux/contract";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import { FormError } from "../../components/FormError.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { codeOf, fieldErrors, hintOf, serverText } from "../../lib/errors.ts";
import { useIntentKey } from "../../lib/intent.ts";
import { numberText } from "../../lib/locale.ts";
import { useParameters } from "../../lib/parameters/useParameters.ts";
import { usePriceReload } from "../../lib/parameters/usePriceReload.ts";
import { trpc } from "../../lib/trpc.ts";
import { uploadsInTheWay, useUploads } from "../../people/uploads/index.ts";
import {
  checkDraft,
  DraftNotice,
  EMPTY_DRAFT,
  type FormProblems,
  isBlank,
  type PostDraft,
  payloadOf,
  postDraft,
  problemsOf,
  useStoredDraft,
} from "../editor/index.ts";
import classes from "./AskForm.module.css";
import { AskPreview } from "./AskPreview.tsx";
import { BountyFields } from "./BountyFields.tsx";
import { BountyReceipt } from "./BountyReceipt.tsx";
import { PostFields } from "./PostFields.tsx";

/** The ask form: writing on the left; on the right the receipt of a bounty and a live preview. */
export function AskForm({ userId }: { userId: string }) {
  const stored = useStoredDraft(`bbux.draft.post.${userId}`, postDraft, EMPTY_DRAFT, isBlank);
  const { draft } = stored;
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<FormProblems>({});
  const uploads = useUploads();
  // Errors appear once Post was pressed, and disappear as they are fixed.
  const [waiting, setWaiting] = useState(false);
  const fees = useParameters();
  // Nobody offers a bounty without having seen what it costs (M1.06).
  const unpriced = draft.hasBounty && fees.parameters === null;
  const inTheWay = waiting ? (uploadsInTheWay(uploads.list) ?? (unpriced ? unpricedText(fees.failed) : null)) : null;
  const utils = trpc.useUtils();
  const reloadPrices = usePriceReload();
  const navigate = useNavigate();
  const intent = useIntentKey();

  const create = trpc.posts.create.useMutation({
    trpc: intent,
    onSuccess: async ({ post }) => {
      stored.clear();
      utils.posts.get.setData({ id: post.id }, { success: true, post });
      void utils.posts.list.invalidate();
      void utils.wallet.get.invalidate();
      await navigate({ to: "/posts/$postId", params: { postId: post.id } });
    },
    onError: (error) => {
      show(problemsOf(Object.entries(fieldErrors(error))));
      if (codeOf(error) === "INSUFFICIENT_BALANCE") void utils.wallet.get.invalidate();
      reloadPrices(error);
    },
  });
  // Until the new page is shown the form counts as sent, so that a second press doesn't post again.
  const sending = create.isPending || create.isSuccess;

  function show(found: FormProblems) {
    setProblems(found);
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>("[aria-invalid='true'], [data-error='true']")?.focus(),
    );
  }

  function change(part: Partial<PostDraft>) {
    stored.setDraft((present) => ({ ...present, ...part }));
    setProblems((present) => {
      const left = { ...present };
      for (const field of ["title", "content", "tags", "amount", "days", "codeBlocks", "media"] as const) {
        if (field in part) delete left[field];
      }
      return left;
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (sending) return;
    const found = checkDraft(draft);
    if (found) return show(found);
    setProblems({});
    const waits = uploads.list.length > 0 || unpriced;
    setWaiting(waits);
    if (waits) return;
    create.mutate(payloadOf(draft, fees.parameters));
  }

  return (
    <form ref={form} className={classes.layout} onSubmit={submit} noValidate aria-label="New post">
      <div className={classes.write}>
        {stored.restored && !isBlank(draft) && (
          <DraftNotice text="Your draft was kept." action="Discard it" onDiscard={stored.clear} />
        )}
        <PostFields
          value={draft}
          onChange={change}
          onMedia={(next) => stored.setDraft((present) => ({ ...present, media: next(present.media) }))}
          uploads={uploads}
          problems={problems}
          tagsRequired
          contentPlaceholder="What do you want to know? What have you tried?"
        />
        <BountyFields value={draft} onChange={change} problems={problems} />
      </div>
      <aside className={classes.aside} aria-label="Preview">
        {draft.hasBounty && <BountyReceipt amount={draft.amount} />}
        <AskPreview draft={draft} />
      </aside>
      <div className={classes.submit}>
        <FormError
          message={inTheWay ?? (create.error ? serverText(create.error, "Failed to create post") : null)}
          hint={create.error && !inTheWay ? hintOf(create.error) : null}
        />
        <div className={classes.buttons}>
          <SubmitButton pending={sending} pendingText="Posting...">
            Post
          </SubmitButton>
          <span className={classes.kept}>
            {LIMITS.content - draft.content.length < 1000 ? lengthLeft(draft.content) : null}
          </span>
        </div>
      </div>
    </form>
  );
}

function unpricedText(failed: boolean): string {
  return failed
    ? "The fee could not be loaded, so the cost of the bounty is not known. Load it again, or post without a bounty."
    : "The fee on the bounty is still being loaded. Please try again in a moment.";
}

function lengthLeft(content: string): string {
  return `${numberText(LIMITS.content - content.length)} characters left`;
}
