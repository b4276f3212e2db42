import type { LogReport } from "@bbux/client/verify";
import { formatParameter, type Transparency } from "@bbux/contract";
import { Button, Progress } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconDownload } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { Amount } from "../../components/Amount.tsx";
import { CopyLine } from "../../components/CopyLine.tsx";
import { FormError } from "../../components/FormError.tsx";
import { numberText } from "../../lib/locale.ts";
import { LogUnreachable, logLines } from "./logLines.ts";
import classes from "./Transparency.module.css";

const FILE = "/api/transparency/log.ndjson";

type State =
  | { readonly phase: "idle" }
  | { readonly phase: "working"; readonly done: number; readonly head: number }
  | { readonly phase: "done"; readonly report: LogReport }
  | { readonly phase: "failed"; readonly message: string; readonly hint: string };

type Published = Pick<Transparency, "publicKey" | "checkpoints" | "head" | "notes">;

/** Downloads the whole log and verifies it in the browser, against the checkpoints and the key on this page. */
export function VerifyLog({ published }: { published: Published }) {
  const [state, setState] = useState<State>({ phase: "idle" });
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);

  async function verify() {
    const abort = new AbortController();
    stop.current = abort;
    setState({ phase: "working", done: 0, head: published.head.seq });
    const next = await verified(published, abort.signal, (part) => {
      setState((now) => (now.phase === "working" ? { ...now, ...part } : now));
    });
    setState(abort.signal.aborted ? { phase: "idle" } : next);
  }

  return (
    <section className={classes.card} aria-labelledby="verify">
      <h2 id="verify">Verify the log</h2>
      <p className={classes.lead}>
        Your browser downloads the whole log and recomputes every hash, sum, and signature.
      </p>
      <div role="status">
        {state.phase === "working" && <Working {...state} />}
        {state.phase === "done" && <Result report={state.report} />}
      </div>
      {state.phase === "failed" && <FormError message={state.message} hint={state.hint} />}
      <div className={classes.buttons}>
        {state.phase === "working" ? (
          <Button variant="default" onClick={() => stop.current?.abort()}>
            Stop
          </Button>
        ) : (
          <Button onClick={() => void verify()}>{state.phase === "idle" ? "Verify here" : "Verify again"}</Button>
        )}
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.6} />}
          renderRoot={(props) => (
            <a href={FILE} download {...props}>
              {props.children}
            </a>
          )}
        >
          Download the log
        </Button>
      </div>
      <div className={classes.offline}>
        <p className={classes.note}>
          You can also download the log and verify it with the client package, without this site.
        </p>
        <CopyLine value="npx bbux-verify bbux-transparency-log.ndjson" label="Copy command">
          <code>npx bbux-verify bbux-transparency-log.ndjson</code>
        </CopyLine>
      </div>
    </section>
  );
}

async function verified(
  { publicKey, checkpoints, notes }: Published,
  signal: AbortSignal,
  onProgress: (part: { done?: number; head?: number }) => void,
): Promise<State> {
  // Browsers offer these functions on secure pages only.
  if (!globalThis.crypto?.subtle) {
    const hint = "Open it over HTTPS, or download the log and verify it offline.";
    return { phase: "failed", message: "This page isn't secure, so your browser can't verify the log here", hint };
  }
  try {
    const { verifyLog } = await import("@bbux/client/verify");
    const lines = logLines(
      (query) => fetch(`${FILE}?${query}`, { signal, cache: "no-store" }),
      (head) => onProgress({ head }),
    );
    const report = await verifyLog(lines, {
      key: publicKey,
      checkpoints,
      notes: notes.latest.map(({ text }) => text),
      // Which witnesses to trust is the reader's choice, so none is required here.
      witnesses: notes.witnesses.map(({ key }) => key),
      quorum: 0,
      header: "required",
      onProgress: (done) => onProgress({ done }),
    });
    return { phase: "done", report };
  } catch (error) {
    const known = error instanceof LogUnreachable;
    const message = known ? "We couldn't download the log" : "We couldn't verify the log";
    return { phase: "failed", message, hint: "Please check your connection and try again." };
  }
}

function Working({ done, head }: { done: number; head: number }) {
  return (
    <div className={classes.working}>
      <Progress value={head > 0 ? (done / head) * 100 : 0} size="sm" aria-label="Entries verified" />
      <p className={classes.note}>
        {numberText(done)} of {numberText(head)} entries check out so far
      </p>
    </div>
  );
}

function Result({ report }: { report: LogReport }) {
  if (report.problem) {
    return (
      <div className={classes.result} data-bad>
        <IconAlertTriangle size={20} stroke={1.6} aria-hidden="true" />
        <div>
          <p>
            <strong>The log does not verify</strong>
          </p>
          <p>{report.problem.message}.</p>
          <p className={classes.note}>
            {report.problem.line > 0
              ? `Everything up to entry ${numberText(report.head.seq)} checks out; the fault is in line ${numberText(report.problem.line)} of the file.`
              : `Everything up to entry ${numberText(report.head.seq)} checks out.`}
          </p>
        </div>
      </div>
    );
  }
  return (
    <div className={classes.result}>
      <IconCircleCheck size={20} stroke={1.6} aria-hidden="true" />
      <div>
        <p>
          <strong>The log verifies.</strong> Entries: {numberText(report.entries)}, checkpoints:{" "}
          {numberText(report.checkpoints)}.
        </p>
        <Ended report={report} />
        <Cosigned note={report.note} />
        <p className={classes.note}>
          {report.signaturesChecked
            ? "No entry was changed, left out, or added. No BBUX came from nowhere, and the signatures are the platform's."
            : "No entry was changed, left out, or added. Your browser doesn't support Ed25519. Verify the signatures offline."}
        </p>
      </div>
    </div>
  );
}

/** Says who outside the platform has signed the same log. */
function Cosigned({ note }: { note: LogReport["note"] }) {
  if (!note || note.cosigned.length === 0) return null;
  return (
    <p>
      Independent witnesses have signed the same log, up to entry {numberText(note.seq)}:{" "}
      {note.cosigned.map(({ name }) => name).join(", ")}.
    </p>
  );
}

/** Says how bounties and withdrawals ended, and which fees were taken. */
function Ended({ report: { open, fees } }: { report: LogReport }) {
  const { bounties, bountyAmount, withdrawals, withdrawalAmount, unnamed } = open;
  const stated = (["bountyFee", "withdrawalFee"] as const).flatMap((name) => {
    const fee = fees[name];
    if (fee === null) return [];
    const text = formatParameter(name, fee);
    return [name === "bountyFee" ? `${text} on a bounty` : `${text} on a withdrawal`];
  });
  const stillOpen = (
    <>
      Open bounties: {numberText(bounties)} (<Amount value={bountyAmount} fixed plain />
      ). Open withdrawals: {numberText(withdrawals)} (<Amount value={withdrawalAmount} fixed plain />
      ).
    </>
  );
  return (
    <>
      <p>
        {unnamed > 0n ? (
          <>
            Every bounty and withdrawal that names its reference ended once, in its full amount, or is still open.{" "}
            {stillOpen}
          </>
        ) : (
          <>Every bounty and withdrawal ended once, in its full amount, or is still open. {stillOpen}</>
        )}
      </p>
      {unnamed > 0n && (
        <p className={classes.note}>
          Older entries don't name a reference. They hold <Amount value={unnamed} fixed plain /> together.
        </p>
      )}
      {stated.length > 0 && (
        <p className={classes.note}>
          Each fee matched the one in force at the time. Fees in force now: {stated.join(", ")}.
        </p>
      )}
    </>
  );
}
