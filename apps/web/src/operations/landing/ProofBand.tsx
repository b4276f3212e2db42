import type { Reserves } from "@bbux/contract";
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Amount } from "../../components/Amount.tsx";
import { PlainSkeleton } from "../../components/PlainSkeleton.tsx";
import { trpc } from "../../lib/trpc.ts";
import { Checked, verdictOf } from "../../money/reserves/index.ts";
import { REFRESH_MS } from "./board.ts";
import { backing } from "./coverage.ts";
import classes from "./ProofBand.module.css";

const SIGNS = { good: IconCircleCheck, bad: IconAlertTriangle, unsure: IconHelpCircle };

/** How money is kept safe: liabilities against the balance on the chain, as last measured (docs/DECISIONS.md 1.8). */
export function ProofBand() {
  const { data, isError } = trpc.reserves.get.useQuery(undefined, {
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
  return (
    <section className={classes.band} aria-labelledby="safe">
      <div className={classes.inner}>
        <div className={classes.words}>
          <h2 id="safe">Your money is where we say it is</h2>
          <p>
            One BBUX is one SOL, held on Solana. The platform continuously checks that it holds what it owes, and shows
            everyone the result.
          </p>
          <p>
            Every movement goes into a log that is chained, sealed, and signed. You can verify it in your browser,
            without trusting us.
          </p>
          <p className={classes.links}>
            <Link className="reach" to="/reserves">
              Proof of reserves
            </Link>
            <Link className="reach" to="/transparency">
              Transparency log
            </Link>
          </p>
        </div>
        <Slip report={data} failed={isError} />
      </div>
    </section>
  );
}

function Slip({ report, failed }: { report: Reserves | undefined; failed: boolean }) {
  const ratio = report && report.status !== "unknown" ? backing(report.onChain.total, report.liabilities.total) : null;
  return (
    <figure className={classes.slip}>
      <figcaption>
        <Verdict report={report} failed={failed} />
      </figcaption>
      <dl>
        <Row term="Owed in total">
          {report ? <Amount value={report.liabilities.total} fixed plain /> : <Unknown failed={failed} />}
        </Row>
        <Row term="Held on Solana">
          {report ? <Amount value={report.onChain.total} fixed unit="SOL" plain /> : <Unknown failed={failed} />}
        </Row>
        <Row term="Backed" strong>
          {report ? (ratio ?? "–") : <Unknown failed={failed} />}
        </Row>
      </dl>
      <p className={classes.when}>{report ? <Checked at={report.checkedAt} /> : "Measured on-chain"}</p>
    </figure>
  );
}

function Verdict({ report, failed }: { report: Reserves | undefined; failed: boolean }) {
  if (!report) {
    return <p className={classes.verdict}>{failed ? "The figures aren't available right now" : "Proof of reserves"}</p>;
  }
  const { tone, title } = verdictOf(report);
  const Sign = SIGNS[tone];
  return (
    <p className={classes.verdict} data-tone={tone}>
      <Sign size={20} stroke={1.8} aria-hidden="true" />
      {title}
    </p>
  );
}

function Row({ term, strong, children }: { term: string; strong?: boolean; children: ReactNode }) {
  return (
    <div data-strong={strong || undefined}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Unknown({ failed }: { failed: boolean }) {
  return failed ? <>–</> : <PlainSkeleton width={120} height={14} display="inline-block" />;
}
