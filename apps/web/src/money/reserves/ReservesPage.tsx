import type { Reserves } from "@bbux/contract";
import { Skeleton } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { unitsOf } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { CopyLine } from "../../components/CopyLine.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { numberText } from "../../lib/locale.ts";
import { trpc } from "../../lib/trpc.ts";
import { ExplorerLink, useNetwork } from "../solana/index.ts";
import { Checked } from "./Checked.tsx";
import { Control } from "./Control.tsx";
import classes from "./Reserves.module.css";
import { LIABILITIES, verdictOf } from "./verdict.ts";

/** How often the page is refetched (ms). */
const REFRESH = 10_000;
const SIGNS = { good: IconCircleCheck, bad: IconAlertTriangle, unsure: IconHelpCircle };

/** Proof of reserves, open to everyone: liabilities against assets (docs/DECISIONS.md 1.8). */
export function ReservesPage() {
  const reserves = trpc.reserves.get.useQuery(undefined, { refetchInterval: REFRESH });
  return (
    <Page>
      <PageTitle lead="What the platform owes in BBUX and the SOL it holds to back it. One BBUX is one SOL, and anyone can check.">
        Proof of reserves
      </PageTitle>
      {reserves.error && (
        <ErrorBox
          error={reserves.error}
          fallback={reserves.data ? "We couldn't refresh the figures" : "We couldn't load the reserves"}
          always
          onRetry={() => void reserves.refetch()}
          retrying={reserves.isFetching}
        />
      )}
      {reserves.data ? <Report report={reserves.data} /> : !reserves.error && <Waiting />}
    </Page>
  );
}

function Report({ report }: { report: Reserves }) {
  const verdict = verdictOf(report);
  const Sign = SIGNS[verdict.tone];
  return (
    <>
      <div className={classes.verdict} data-tone={verdict.tone}>
        <Sign size={28} stroke={1.6} aria-hidden="true" />
        <div>
          <div role="status">
            <h2>{verdict.title}</h2>
          </div>
          <p>{verdict.text}</p>
          <p className={classes.small}>
            <Checked
              at={report.checkedAt}
              text={(passed) =>
                report.slot === null
                  ? `Checked ${passed} ago. This page refreshes automatically.`
                  : `Checked ${passed} ago, at slot ${numberText(report.slot)}. This page refreshes automatically.`
              }
            />
          </p>
        </div>
      </div>
      <div className={classes.sides}>
        <Owed liabilities={report.liabilities} />
        <Held onChain={report.onChain} />
      </div>
      <Difference report={report} />
      {report.onChain.coldWallets.length > 0 && <Control proofs={report.controlProofs} />}
      <section className={classes.how} aria-labelledby="how">
        <h2 id="how">How to check it yourself</h2>
        <p>
          Look up the hot and cold wallets in any Solana explorer, or ask any node for their balances. They must match
          the figures above at that slot. Pay a little to your own deposit address and watch the deposit addresses, and
          then the hot wallet, grow by exactly that amount. Every figure here comes from{" "}
          <a href="/api/reserves">/api/reserves</a>. What is held, minus what is owed, must equal what is under way.
        </p>
        <p>
          The <Link to="/transparency">transparency log</Link> records every movement behind these figures. You can
          verify it there, and prove that your own balance is counted.
        </p>
      </section>
    </>
  );
}

function Owed({ liabilities }: Pick<Reserves, "liabilities">) {
  return (
    <Side title="What the platform owes" total={liabilities.total} unit="BBUX">
      {LIABILITIES.map(({ key, term, note }) => (
        <Row key={key} term={term} note={note}>
          <Amount value={liabilities[key]} fixed exact plain />
        </Row>
      ))}
    </Side>
  );
}

function Held({ onChain: { hotWallet, hotWallets, coldWallets, depositAddresses, total } }: Pick<Reserves, "onChain">) {
  return (
    <Side title="What it holds on-chain" total={total} unit="SOL">
      <Row term="Hot wallet" note="pays withdrawals">
        <Amount value={hotWallet.sol} fixed exact unit="SOL" plain />
      </Row>
      <AddressRow term="The hot wallet's address" address={hotWallet.address} />
      {hotWallets
        .filter(({ address }) => address !== hotWallet.address)
        .map(({ address, sol }) => (
          <AddressRow key={address} term={`Another hot wallet's address, with ${sol} SOL of that`} address={address} />
        ))}
      {coldWallets.map(({ address, sol, isCurrent }) => (
        <Fragment key={address}>
          <Row term={isCurrent ? "Cold wallet" : "Earlier cold wallet"} note="its key is kept offline">
            <Amount value={sol} fixed exact unit="SOL" plain />
          </Row>
          <AddressRow
            term={isCurrent ? "The cold wallet's address" : "The earlier cold wallet's address"}
            address={address}
          />
        </Fragment>
      ))}
      <Row
        term="Deposit addresses"
        note={`${numberText(depositAddresses.funded)} of ${numberText(depositAddresses.count)} hold SOL that is not collected yet`}
      >
        <Amount value={depositAddresses.sol} fixed exact unit="SOL" plain />
      </Row>
    </Side>
  );
}

interface SideProps {
  readonly title: string;
  readonly total: string;
  readonly unit: "BBUX" | "SOL";
  readonly children: ReactNode;
}

function Side({ title, total, unit, children }: SideProps) {
  return (
    <section className={classes.side} aria-label={title}>
      <h2>{title}</h2>
      <dl>
        {children}
        <div className={classes.total}>
          <dt>Total</dt>
          <dd>
            <Amount value={total} fixed exact unit={unit} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Row({ term, note, children }: { term: string; note: string; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <dt>
        {term}
        <span className={classes.note}>{note}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The balance on the chain minus liabilities, transfers under way, and the rest, which should be zero. */
function Difference({ report: { difference, inFlight, unexplained, status } }: { report: Reserves }) {
  if (status === "unknown") return null;
  return (
    <section className={classes.difference} aria-label="The difference">
      <dl>
        <div>
          <dt>Held less owed</dt>
          <dd>
            <Amount value={difference} fixed exact signed unit="SOL" plain />
          </dd>
        </div>
        <div>
          <dt>Arrived, not credited yet</dt>
          <dd>
            <Amount value={inFlight.arriving} fixed exact unit="SOL" plain />
          </dd>
        </div>
        <div>
          <dt>Paid out, not recorded yet</dt>
          <dd>
            <Amount value={inFlight.leaving} fixed exact unit="SOL" plain />
          </dd>
        </div>
        <div data-wrong={unitsOf(unexplained) !== 0n || undefined}>
          <dt>Unexplained</dt>
          <dd>
            <Amount value={unexplained} fixed exact signed unit="SOL" plain />
          </dd>
        </div>
      </dl>
    </section>
  );
}

function AddressRow({ term, address }: { term: string; address: string }) {
  const href = useNetwork().addressHref(address);
  return (
    <div className={classes.address}>
      <dt>{term}</dt>
      <dd>
        <CopyLine value={address} label="Copy address" />
        {href && <ExplorerLink href={href}>View in explorer</ExplorerLink>}
      </dd>
    </div>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading the reserves">
      <Skeleton height={116} mb="lg" />
      <div className={classes.sides}>
        <Skeleton height={420} />
        <Skeleton height={200} />
      </div>
    </div>
  );
}
