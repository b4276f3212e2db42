import { formatAmount } from "@bbux/contract";
import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { editableAmount, typedUnits } from "../../components/Amount.typed.ts";
import { decimalText } from "../../lib/locale.ts";
import classes from "./Exchange.module.css";

interface AmountFieldProps {
  readonly label: string;
  readonly unit: "SOL" | "BBUX";
  readonly min: bigint;
  readonly max?: bigint | undefined;
  /** The step of an arrow key; without one any amount is accepted. */
  readonly step?: bigint;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
  readonly description?: ReactNode;
  /** Shown at the end of the label's line. */
  readonly action?: ReactNode;
}

/**
 * A field for an amount. Its value is always text, so no amount passes through a float. It is a text field, because
 * browsers' number fields treat points and commas differently.
 */
export function AmountField(props: AmountFieldProps) {
  const { label, unit, min, max, step, value, onChange, error, description, action } = props;
  return (
    <div className={classes.field}>
      {action && <div className={classes.action}>{action}</div>}
      <TextInput
        label={label}
        description={description}
        inputMode="decimal"
        spellCheck={false}
        min={formatAmount(min)}
        max={max === undefined ? undefined : formatAmount(max)}
        step={step === undefined ? "any" : formatAmount(step)}
        placeholder={decimalText("0.0000")}
        autoComplete="off"
        required
        withAsterisk={false}
        rightSection={
          <span className={classes.unit} data-unit={unit}>
            {unit}
          </span>
        }
        rightSectionWidth={64}
        classNames={{ input: classes.amount }}
        error={error}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          const way = event.key === "ArrowUp" ? 1n : event.key === "ArrowDown" ? -1n : 0n;
          if (way === 0n || step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          onChange(editableAmount(stepped(value, way * step, min, max)));
        }}
      />
    </div>
  );
}

/** Returns the value after an arrow key, within bounds. Unreadable text counts as zero. */
function stepped(typed: string, by: bigint, min: bigint, max: bigint | undefined): bigint {
  const next = (typedUnits(typed) ?? 0n) + by;
  if (next < min) return min;
  return max !== undefined && next > max ? max : next;
}
