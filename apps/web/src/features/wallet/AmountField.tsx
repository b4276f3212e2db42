import { formatAmount } from "@bbux/contract";
import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./Exchange.module.css";

interface AmountFieldProps {
  readonly label: string;
  readonly unit: "SOL" | "BBUX";
  readonly min: bigint;
  readonly max?: bigint | undefined;
  /** What an arrow key adds; any amount between is taken as well where there is none. */
  readonly step?: bigint;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
  readonly description?: ReactNode;
  /** At the end of the label's line. */
  readonly action?: ReactNode;
}

/** A field for an amount. Its value is text all the way: no amount passes through a float. */
export function AmountField(props: AmountFieldProps) {
  const { label, unit, min, max, step, value, onChange, error, description, action } = props;
  return (
    <div className={classes.field}>
      {action && <div className={classes.action}>{action}</div>}
      <TextInput
        type="number"
        label={label}
        description={description}
        inputMode="decimal"
        min={formatAmount(min)}
        max={max === undefined ? undefined : formatAmount(max)}
        step={step === undefined ? "any" : formatAmount(step)}
        placeholder="0.000"
        autoComplete="off"
        required
        withAsterisk={false}
        rightSection={<span className={classes.unit}>{unit}</span>}
        rightSectionWidth={64}
        classNames={{ input: classes.amount }}
        error={error}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        // A turn of the wheel is meant for the page.
        onWheel={(event) => event.currentTarget.blur()}
      />
    </div>
  );
}
