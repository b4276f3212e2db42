import { useNavigate } from "@tanstack/react-router";
import { type SubmitEvent, useRef, useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { codeOf, fieldErrors, hintOf, serverText } from "../../lib/errors.ts";
import { ignoreEnter } from "../../lib/ignoreEnter.ts";
import { useIntentKey } from "../../lib/intent.ts";
import { usePriceReload } from "../../lib/parameters/usePriceReload.ts";
import { trpc } from "../../lib/trpc.ts";
import { uploadsInTheWay, useUploads } from "../../people/uploads/index.ts";
import {
  checkDraft,
  confirms,
  DraftNotice,
  EMPTY_DRAFT,
  type FormProblems,
  isBlank,
  type PostDraft,
  payloadOf,
  postDraft,
  problemsOf,
  type Receipt,
  useStoredDraft,
} from "../editor/index.ts";
import { AskButtons } from "./AskButtons.tsx";
import classes from "./AskForm.module.css";
import { AskPreview } from "./AskPreview.tsx";
import { BountyFields } from "./BountyFields.tsx";
import { BountyReceipt } from "./BountyReceipt.tsx";
import { ConfirmBounty } from "./ConfirmBounty.tsx";
import { PostFields } from "./PostFields.tsx";
import { SimilarQuestionsLine } from "./SimilarQuestions.tsx";
import { useBountyPrice } from "./useBountyPrice.ts";

/** A post that waits for the member to confirm its price. Both stay what they were when the dialog opened. */
interface Unconfirmed {
  readonly payload: ReturnType<typeof payloadOf>;
  readonly receipt: Receipt;
}

/** The ask form: writing on the left; on the right the receipt of a bounty and a live preview. */
export function AskForm({ userId }: { userId: string }) {
  const stored = useStoredDraft(`bbux.draft.post.${userId}`, postDraft, EMPTY_DRAFT, isBlank);
  const { draft } = stored;
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<FormProblems>({});
  const uploads = useUploads();
  // Errors appear once Post was pressed, and disappear as they are fixed.
  const [waiting, setWaiting] = useState(false);
  const [unconfirmed, setUnconfirmed] = useState<Unconfirmed | null>(null);
  const price = useBountyPrice(draft.amount);
  const { fees } = price;
  const spending = trpc.profile.spending.useQuery();
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
      if (lacksBalance(error)) {
        setProblems({ amount: serverText(error, "Insufficient balance") });
        void utils.wallet.get.invalidate();
      } else setProblems(problemsOf(Object.entries(fieldErrors(error))));
      reloadPrices(error);
    },
  });
  // Until the new page is shown the form counts as sent, so that a second press doesn't post again.
  const sending = create.isPending || create.isSuccess;
  const isShort = lacksBalance(create.error);
  const fault = isShort ? null : create.error;

  function change(part: Partial<PostDraft>) {
    stored.setDraft((present) => ({ ...present, ...part }));
    // The refusal was about the previous amount.
    if (isShort && "amount" in part) create.reset();
    setProblems((present) => {
      const left = { ...present };
      for (const field of ["title", "content", "tags", "amount", "days", "codeBlocks", "media"] as const) {
        if (field in part) delete left[field];
      }
      return left;
    });
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    if (sending) return;
    const found = checkDraft(draft);
    if (found) return setProblems(found);
    setProblems({});
    // Ctrl+Enter in the text submits without the button, and only the button may spend.
    if (draft.hasBounty && !(event.nativeEvent.submitter instanceof HTMLButtonElement)) {
      return form.current?.querySelector<HTMLElement>("[type='submit']")?.focus();
    }
    const waits = uploads.list.length > 0 || unpriced;
    setWaiting(waits);
    if (waits) return;
    const payload = payloadOf(draft, fees.parameters);
    if (draft.hasBounty && confirms(price.receipt.total, spending.data?.confirmAbove)) {
      return setUnconfirmed({ payload, receipt: price.receipt });
    }
    create.mutate(payload);
  }

  function confirm() {
    if (unconfirmed && !sending) create.mutate(unconfirmed.payload);
    setUnconfirmed(null);
  }

  return (
    <CheckedForm
      ref={form}
      className={classes.layout}
      onSubmit={submit}
      onKeyDown={ignoreEnter}
      aria-label="Ask a question"
    >
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
          underTitle={<SimilarQuestionsLine title={draft.title} />}
          contentPlaceholder="What do you want to know? What have you tried?"
        />
        <BountyFields value={draft} onChange={change} problems={problems} missing={isShort ? price.missing : null} />
      </div>
      <aside className={classes.aside} aria-label="Preview">
        {draft.hasBounty && <BountyReceipt amount={draft.amount} warns={problems.amount === undefined} />}
        <AskPreview draft={draft} />
      </aside>
      <div className={classes.submit}>
        <FormError
          message={inTheWay ?? (fault ? serverText(fault, "Failed to create post") : null)}
          hint={fault && !inTheWay ? hintOf(fault) : null}
        />
        <AskButtons draft={draft} price={price} sending={sending} />
      </div>
      <ConfirmBounty receipt={unconfirmed?.receipt ?? null} onClose={() => setUnconfirmed(null)} onConfirm={confirm} />
    </CheckedForm>
  );
}

function lacksBalance(error: unknown): boolean {
  return codeOf(error) === "INSUFFICIENT_BALANCE";
}

function unpricedText(failed: boolean): string {
  return failed
    ? "We couldn't load the fee, so we can't tell what the bounty would cost. Load it again, or post without a bounty."
    : "The fee on the bounty is still being loaded. Please try again in a moment.";
}
