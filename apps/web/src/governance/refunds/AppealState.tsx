import type { RefundRequest } from "@bbux/contract";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { appealText } from "./nextStep.ts";
import classes from "./Refunds.module.css";

const TITLES = {
  OPEN: "Appeal open",
  GRANTED: "Appeal granted",
  DENIED: "Appeal denied",
  LAPSED: "Appeal lapsed",
} as const;

/** The appeal against a denial: its reason, its state, and the moderator's answer. */
export function AppealState({ request: { appeal } }: { request: RefundRequest }) {
  if (!appeal) return null;
  return (
    <div className={classes.appeal} data-status={appeal.status}>
      <p className={classes.voter}>
        <strong>{TITLES[appeal.status]}</strong>
        <TimeAgo at={appeal.createdAt} text={(time) => `asked ${time}`} />
        {appeal.decidedAt && <TimeAgo at={appeal.decidedAt} text={(time) => `decided ${time}`} />}
      </p>
      <p className={classes.why} dir="auto">
        {appeal.reason}
      </p>
      <p className={classes.note}>{appealText(appeal)}</p>
      {appeal.note && (
        <p className={classes.why} dir="auto">
          <strong>The moderator: </strong>
          {appeal.note}
        </p>
      )}
    </div>
  );
}
