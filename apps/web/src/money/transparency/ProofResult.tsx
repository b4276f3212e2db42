import type { ProofReport } from "@bbux/client/verify";
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import { Amount } from "../../components/Amount.tsx";
import { Line, Lines } from "../../components/Receipt.tsx";
import { numberText } from "../../lib/locale.ts";
import classes from "./Transparency.module.css";

/** Says in a member's words what was proven. */
export function ProofResult({ outcome }: { outcome: { readonly report: ProofReport } | { readonly none: true } }) {
  if ("none" in outcome) {
    return (
      <div className={classes.result} data-neutral>
        <IconInfoCircle size={20} stroke={1.6} aria-hidden="true" />
        <p>There's no checkpoint yet that can prove your balance. The next one comes after the end of the day (UTC).</p>
      </div>
    );
  }
  const { report } = outcome;
  if (!report.ok) {
    return (
      <div className={classes.result} data-bad>
        <IconAlertTriangle size={20} stroke={1.6} aria-hidden="true" />
        <div>
          <p>
            <strong>Your balance is not proven</strong>
          </p>
          <p>{report.problem}.</p>
          <p className={classes.note}>
            Something is wrong with what the platform signed or sent. Save the proof and report it.
          </p>
        </div>
      </div>
    );
  }
  return report.included ? <Included report={report} /> : <Absent day={report.checkpoint.day} />;
}

function Absent({ day }: { day: string }) {
  return (
    <div className={classes.result} data-neutral>
      <IconInfoCircle size={20} stroke={1.6} aria-hidden="true" />
      <div>
        <p>
          <strong>Your deposit address isn't in the checkpoint of {day}</strong>
        </p>
        <p>
          That's right if you had no BBUX at the end of that day (UTC), not even in a bounty, staked or being withdrawn.
          If you had some, the platform left you out: save this proof and report it.
        </p>
      </div>
    </div>
  );
}

function Included({ report }: { report: ProofReport & { ok: true } }) {
  const { amount, owed, code, checkpoint, signatureChecked } = report;
  return (
    <div className={classes.result}>
      <IconCircleCheck size={20} stroke={1.6} aria-hidden="true" />
      <div className={classes.proven}>
        <p>
          <strong>Your balance is counted:</strong> <Amount value={amount} fixed exact plain /> at the end of{" "}
          <span className={classes.short}>{checkpoint.day}</span> (UTC).
        </p>
        {owed && (
          <Lines>
            <Line term="Available">
              <Amount value={owed.member} fixed exact plain />
            </Line>
            <Line term="Staked">
              <Amount value={owed.stake} fixed exact plain />
            </Line>
            <Line term="In escrow">
              <Amount value={owed.escrow} fixed exact plain />
            </Line>
            <Line term="Withdrawing">
              <Amount value={owed.hold} fixed exact plain />
            </Line>
          </Lines>
        )}
        <p className={classes.note}>
          If this isn't what you had then, report it. Together it's part of{" "}
          <Amount value={checkpoint.liabilities} fixed exact plain /> owed to {numberText(checkpoint.members)} members,
          which is what the public log adds up to.
        </p>
        <p className={classes.note}>
          {code !== null && (
            <>
              It was found with your deposit address and the code <code>{code}</code>.{" "}
            </>
          )}
          {signatureChecked
            ? "The platform has signed it."
            : "Your browser doesn't support Ed25519. Verify the signature offline."}
        </p>
      </div>
    </div>
  );
}
