import { amountNumber, BOUNTY } from "@bbux/contract";
import { NumberInput, Switch, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { plural } from "../../components/TimeAgo.format.ts";
import { decimalText } from "../../lib/locale.ts";
import { type FormProblems, type PostDraft, toBuy } from "../editor/index.ts";
import classes from "./BountyFields.module.css";

type Offer = Pick<PostDraft, "hasBounty" | "amount" | "days">;

interface BountyFieldsProps {
  readonly value: Offer;
  readonly onChange: (part: Partial<Offer>) => void;
  readonly problems: FormProblems;
  /** After the server refused the amount for a low balance, how much was missing (0 if unknown); `null` otherwise. */
  readonly missing: bigint | null;
}

/** Turns the bounty on or off and sets its amount and duration. */
export function BountyFields({ value, onChange, problems, missing }: BountyFieldsProps) {
  return (
    <fieldset className={classes.bounty}>
      <legend className="visually-hidden">Bounty</legend>
      <Switch
        label="Offer a bounty"
        description="The author of the answer you accept is paid immediately."
        checked={value.hasBounty}
        onChange={(event) => onChange({ hasBounty: event.currentTarget.checked })}
      />
      {value.hasBounty && (
        <div className={classes.fields}>
          {/* A text field, so that the amount never passes through a float. */}
          <TextInput
            label="Amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder={decimalText("0.00")}
            required
            maxLength={20}
            rightSection={<span className={classes.unit}>BBUX</span>}
            rightSectionWidth={64}
            error={
              problems.amount !== undefined && missing !== null ? (
                <TooLittle problem={problems.amount} missing={missing} />
              ) : (
                problems.amount
              )
            }
            value={value.amount}
            onChange={(event) => onChange({ amount: event.currentTarget.value })}
          />
          <NumberInput
            label="Duration"
            description={null}
            suffix={` ${plural(Number(value.days), ["day", "days"])}`}
            min={BOUNTY.days.min}
            max={BOUNTY.days.max}
            clampBehavior="blur"
            allowDecimal={false}
            allowNegative={false}
            required
            error={problems.days}
            value={value.days}
            onChange={(days) => onChange({ days })}
          />
        </div>
      )}
    </fieldset>
  );
}

/** The server's refusal, and both ways out of it. The wallet leads back to the question. */
function TooLittle({ problem, missing }: { problem: string; missing: bigint }) {
  const amount = missing > 0n && { amount: amountNumber(toBuy(missing)) };
  return (
    <>
      {problem}.{" "}
      <Link to="/wallet" search={{ ...amount, from: "question" }}>
        Buy what's missing
      </Link>{" "}
      or lower the bounty.
    </>
  );
}
