import { PARAMETERS, type Parameter } from "@bbux/contract";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { fieldErrors } from "../../lib/errors.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { valueText } from "../../lib/parameters/valueText.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Admin.module.css";
import { boundsText, editable, previewOf, suffixOf, typedValue, valueProblem } from "./parameterField.ts";

interface ParameterDialogProps {
  readonly parameter: Parameter;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onExited: () => void;
}

/** Sets a parameter: the value, an example of its effect, and the reason. */
export function ParameterDialog({ parameter, opened, onClose, onExited }: ParameterDialogProps) {
  const { name, unit, value, min, max } = parameter;
  const { title, says } = PARAMETERS[name];
  const utils = trpc.useUtils();
  const now = BigInt(value);
  const [typed, setTyped] = useState(editable(unit, now));
  const [shown, setShown] = useState(false);
  const set = trpc.parameters.set.useMutation({
    onSuccess: async (done) => {
      void utils.parameters.history.invalidate();
      void utils.admin.audit.invalidate();
      await utils.parameters.list.invalidate();
      notifySuccess(`${title} is ${valueText(name, BigInt(done.parameter.value))} now`);
      onClose();
    },
  });
  const next = typedValue(unit, typed);
  const problem = valueProblem(name, unit, now, typed);
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      onExited={onExited}
      title={title}
      label="Reason"
      description="At least 10 characters. Anyone can read it in the history."
      min={10}
      max={500}
      missing="Say why, in at least 10 characters"
      submit="Set and publish"
      danger
      problem={() => {
        setShown(true);
        return problem === null ? null : "Please correct the value";
      }}
      call={set}
      fallback="We couldn't set the parameter"
      onSubmit={(reason) => {
        if (next !== null) set.mutate({ name, value: next.toString(), reason });
      }}
    >
      <p className={classes.says}>{says}</p>
      <TextInput
        label="New value"
        description={`${boundsText(name, BigInt(min), BigInt(max))}; now ${valueText(name, now)}`}
        inputMode="decimal"
        data-autofocus
        autoComplete="off"
        rightSection={suffixOf(unit) && <span className={classes.suffix}>{suffixOf(unit)}</span>}
        rightSectionWidth={unit === "perMillionDaily" ? 72 : 56}
        rightSectionPointerEvents="none"
        required
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => setShown(true)}
        error={typed === editable(unit, now) && !shown ? null : (problem ?? fieldErrors(set.error).value)}
      />
      <p className={classes.preview} aria-live="polite">
        {next !== null && problem === null
          ? `${previewOf(name, now, next)} It takes effect immediately and is published in the transparency log.`
          : "Enter a new value to see what it changes."}
      </p>
    </ReasonDialog>
  );
}
