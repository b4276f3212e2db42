import { CONFIRM_ABOVE, formatAmount, parseAmount } from "@bbux/contract";
import { Skeleton, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { ambiguity, editableAmount, typedUnits } from "../../components/Amount.typed.ts";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { FormError } from "../../components/FormError.tsx";
import { FormSuccess } from "../../components/FormSuccess.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { useSaved } from "../../components/useSaved.ts";
import { fieldErrors, hintOf, messageOf } from "../../lib/errors.ts";
import { replaceData } from "../../lib/replaceData.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Settings.module.css";

/** From which cost of a bounty on the app asks again before it posts, and payments need a fresh proof. */
export function SpendingSettings() {
  const stored = trpc.profile.spending.useQuery();
  if (stored.isPending) return <Skeleton height={150} aria-label="Loading your spending settings" />;
  if (!stored.data) {
    return (
      <ErrorBox
        error={stored.error}
        fallback="We couldn't load your spending settings"
        onRetry={() => void stored.refetch()}
        retrying={stored.isFetching}
      />
    );
  }
  return <SpendingForm confirmAbove={stored.data.confirmAbove} />;
}

const fieldOf = (amount: string) => editableAmount(parseAmount(amount) ?? 0n);

function SpendingForm({ confirmAbove }: { confirmAbove: string | null }) {
  const utils = trpc.useUtils();
  const { saved, say, unsay } = useSaved();
  const [asks, setAsks] = useState(confirmAbove !== null);
  const [amount, setAmount] = useState(fieldOf(confirmAbove ?? CONFIRM_ABOVE));
  const [problem, setProblem] = useState<string | null>(null);
  const update = trpc.profile.updateSpending.useMutation({
    onMutate: unsay,
    onSuccess(kept) {
      void replaceData(utils.profile.spending, undefined, kept);
      say();
    },
    onError: (error) => setProblem(fieldErrors(error).confirmAbove ?? null),
  });

  function save() {
    if (update.isPending) return;
    const units = typedUnits(amount);
    if (asks && units === null) {
      setProblem(ambiguity(amount) ?? "Please enter an amount such as 2.5");
      return;
    }
    setProblem(null);
    update.mutate({ confirmAbove: asks && units !== null ? formatAmount(units) : null });
  }

  const unsaid = update.error && problem === null ? update.error : null;
  return (
    <CheckedForm className={classes.spending} onSubmit={save} aria-label="Spending">
      <Switch
        label="Ask me before I post a large bounty"
        description="The fee counts toward the amount. Nothing is paid until you confirm it. For bounties, stakes, and withdrawals above this amount (10 BBUX if this is off), we also ask you to confirm that it's you."
        checked={asks}
        onChange={(event) => setAsks(event.currentTarget.checked)}
      />
      {asks && (
        <TextInput
          label="Ask above"
          description="0 asks before every bounty."
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          w={200}
          rightSection={<span className={classes.unit}>BBUX</span>}
          rightSectionWidth={64}
          error={problem}
          value={amount}
          onChange={(event) => {
            setAmount(event.currentTarget.value);
            setProblem(null);
          }}
        />
      )}
      <FormError message={unsaid ? messageOf(unsaid, "We couldn't save that") : null} hint={unsaid && hintOf(unsaid)} />
      {saved && (
        <FormSuccess>
          <p>Saved</p>
        </FormSuccess>
      )}
      <div>
        <SubmitButton pending={update.isPending} pendingText="Saving..." variant="default">
          Save spending settings
        </SubmitButton>
      </div>
    </CheckedForm>
  );
}
