import { LIMITS, type PublicUser, type RatingContext } from "@bbux/contract";
import { Button, Group, NativeSelect, Slider, Stack, Textarea } from "@mantine/core";
import { useId, useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { FormSuccess } from "../../components/FormSuccess.tsx";
import { hintOf, serverText } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";
import tones from "./IntegrityCard.module.css";
import { CONTEXTS, contextOf, dialogLabel, integrityTone, ratingProblem } from "./integrity.ts";
import classes from "./RateForm.module.css";
import { RATED, reloadAfterRating } from "./ratingNotice.ts";

/** The initial value of a first rating. */
const START = 5;
const MARKS = [1, 5, 10].map((value) => ({ value, label: String(value) }));

interface RateFormProps {
  readonly member: Pick<PublicUser, "id" | "username">;
  readonly before: { readonly rating: number; readonly reason: string; readonly context: string } | null;
  readonly onClose: () => void;
}

/** A rating from 1 to 10 with context and reason; reloads the page on success. */
export function RateForm({ member, before, onClose }: RateFormProps) {
  const [rating, setRating] = useState(before?.rating ?? START);
  const [reason, setReason] = useState(before?.reason ?? "");
  const [context, setContext] = useState<RatingContext>(contextOf(before?.context ?? "GENERAL"));
  const [problem, setProblem] = useState<string | null>(null);
  const rate = trpc.integrity.rate.useMutation({ onSuccess: reloadAfterRating });
  const labelId = useId();
  const busy = rate.isPending || rate.isSuccess;

  function submit() {
    if (busy) return;
    rate.reset();
    const found = ratingProblem({ reason });
    setProblem(found);
    if (!found) rate.mutate({ ratedUserId: member.id, rating, reason: reason.trim(), context });
  }

  const fault = problem ?? (rate.error ? serverText(rate.error, "Failed to submit rating") : null);
  return (
    <CheckedForm onSubmit={submit}>
      <Stack gap="md">
        {before && <p className={classes.note}>You have rated {member.username} before. This replaces that rating.</p>}
        <div>
          <p className={classes.rating}>
            <span id={labelId}>Rating</span>
            <span className={tones.tone} data-tone={integrityTone(rating)}>
              {rating} of 10 · {dialogLabel(rating)}
            </span>
          </p>
          <Slider
            className={classes.slider}
            min={1}
            max={10}
            step={1}
            marks={MARKS}
            label={null}
            size={8}
            thumbSize={24}
            value={rating}
            onChange={setRating}
            thumbProps={{ "aria-labelledby": labelId }}
            thumbValueText={(value) => `${value} of 10, ${dialogLabel(value)}`}
          />
        </div>
        <NativeSelect
          label="What is it about?"
          data={[...CONTEXTS]}
          value={context}
          onChange={(event) => setContext(contextOf(event.currentTarget.value))}
        />
        <div>
          <Textarea
            label="Reason"
            description="Say what happened. Your reason is saved with your rating."
            autosize
            minRows={3}
            maxRows={8}
            maxLength={LIMITS.ratingReason}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            aria-invalid={problem !== null || undefined}
            dir="auto"
            required
            withAsterisk={false}
          />
          <p className={classes.counter}>
            {reason.length}/{LIMITS.ratingReason}
          </p>
        </div>
        <FormError message={fault} hint={rate.error && !problem ? hintOf(rate.error) : null} />
        {rate.isSuccess && (
          <FormSuccess>
            <p>{RATED}</p>
          </FormSuccess>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Submit rating
          </Button>
        </Group>
      </Stack>
    </CheckedForm>
  );
}
