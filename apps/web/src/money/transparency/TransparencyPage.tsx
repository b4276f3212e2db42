import type { Transparency } from "@bbux/contract";
import { Skeleton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { CopyLine } from "../../components/CopyLine.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { numberText } from "../../lib/locale.ts";
import { trpc } from "../../lib/trpc.ts";
import { BalanceProof } from "./BalanceProof.tsx";
import { Checkpoints } from "./Checkpoints.tsx";
import { LogTable } from "./LogTable.tsx";
import { Totals } from "./Totals.tsx";
import classes from "./Transparency.module.css";
import type { TransparencySearch } from "./transparency.search.ts";
import { VerifyLog } from "./VerifyLog.tsx";

/** How often the page is refetched (ms). */
const REFRESH = 10_000;

/**
 * The books that anyone can check: the log's chain, totals and checkpoints; open to everyone (docs/DECISIONS.md 1.8).
 */
export function TransparencyPage({ search }: { search: TransparencySearch }) {
  const books = trpc.transparency.get.useQuery(undefined, { refetchInterval: REFRESH });
  return (
    <Page>
      <PageTitle
        lead={
          <>
            Every movement of BBUX is a line in a chain that no one can change unnoticed. Check it here or on your own
            computer. The <Link to="/reserves">proof of reserves</Link> shows the SOL that backs it.
          </>
        }
      >
        Transparency
      </PageTitle>
      {books.error && (
        <ErrorBox
          error={books.error}
          fallback={books.data ? "We couldn't refresh the figures" : "We couldn't load the books"}
          always
          onRetry={() => void books.refetch()}
          retrying={books.isFetching}
        />
      )}
      {books.data ? <Books books={books.data} search={search} /> : !books.error && <Waiting />}
    </Page>
  );
}

function Books({ books, search }: { books: Transparency; search: TransparencySearch }) {
  return (
    <div className={classes.parts}>
      <Head books={books} />
      <div className={classes.pair}>
        <VerifyLog published={books} />
        <BalanceProof published={books} />
      </div>
      <Totals books={books} />
      <Checkpoints checkpoints={books.checkpoints} notes={books.notes} />
      <LogTable head={books.head.seq} upTo={search.upTo} />
    </div>
  );
}

function Head({ books: { head, unsealed, publicKey } }: { books: Transparency }) {
  return (
    <section className={classes.chain} aria-labelledby="chain">
      <h2 id="chain" className={classes.label}>
        The chain
      </h2>
      <p className={classes.count}>
        {numberText(head.seq)} <span>{plural(head.seq, ["entry", "entries"])}</span>
      </p>
      <p className={classes.note}>
        {unsealed === 0
          ? "Everything so far is sealed."
          : plural(unsealed, [
              "# more entry will be sealed within five seconds.",
              "# more entries will be sealed within five seconds.",
            ])}
      </p>
      <dl className={classes.keys}>
        <div>
          <dt>Hash of the latest entry</dt>
          <dd>
            <CopyLine value={head.hash} label="Copy hash" />
          </dd>
        </div>
        <div>
          <dt>Public key of the checkpoints (Ed25519)</dt>
          <dd>
            <CopyLine value={publicKey} label="Copy public key" />
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading the books" className={classes.parts}>
      <Skeleton height={180} />
      <div className={classes.pair}>
        <Skeleton height={250} />
        <Skeleton height={250} />
      </div>
      <Skeleton height={320} />
    </div>
  );
}
