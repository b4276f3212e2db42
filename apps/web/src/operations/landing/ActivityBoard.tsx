import { LANDING_BOUNTIES } from "@bbux/contract";
import { IconArrowRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { ButtonLook } from "../../components/PlainButton.tsx";
import { PlainSkeleton } from "../../components/PlainSkeleton.tsx";
import { TagChip } from "../../components/TagChip.tsx";
import { useNow } from "../../components/TimeAgo.clock.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./ActivityBoard.module.css";
import { OpenRow, PaidRow } from "./BoardRows.tsx";
import { BOARD, PAID_BOUNTIES, paidOut, REFRESH_MS, winnable } from "./board.ts";
import { startingWith } from "./firstFigures.ts";

const QUIETLY = { staleTime: REFRESH_MS, refetchInterval: REFRESH_MS } as const;

/** Current activity: open bounties, recent payouts, and popular topics. */
export function ActivityBoard() {
  const open = trpc.posts.list.useQuery(LANDING_BOUNTIES, { ...QUIETLY, ...startingWith(({ open }) => open) });
  const paid = trpc.posts.list.useQuery(PAID_BOUNTIES, QUIETLY);
  const now = useNow();
  const openRows = open.data && winnable(open.data.posts, now);
  const paidRows = paid.data && paidOut(paid.data.posts, openRows?.length ?? BOARD.paid);
  const isEmpty = openRows?.length === 0 && paidRows?.length === 0;
  const hasFailed = open.isError && !open.data;
  return (
    <section className={classes.board} aria-labelledby="board">
      <h2 id="board">Latest bounties</h2>
      {isEmpty && <Fresh />}
      {hasFailed && <p className={classes.quiet}>We couldn't load the questions. Trying again…</p>}
      {!isEmpty && !hasFailed && (
        <div className={classes.lists} data-alone={paidRows?.length === 0 || undefined}>
          <div>
            <div className={classes.head}>
              <h3>Open</h3>
              <Link className={`${classes.all} reach`} to="/community" search={{ filter: "open", hasBounty: true }}>
                All open bounties <IconArrowRight size={16} stroke={1.8} aria-hidden="true" />
              </Link>
            </div>
            {openRows === undefined && <Waiting rows={BOARD.open} name="open bounties" />}
            {openRows?.length === 0 && (
              <div className={classes.none}>
                <p>Every bounty has been won. Post the next one.</p>
                <ButtonLook variant="default" root={(drawn) => <Link to="/posts/create" {...drawn} />}>
                  Ask a question
                </ButtonLook>
              </div>
            )}
            {openRows !== undefined && openRows.length > 0 && (
              <ul className={classes.rows}>
                {openRows.map((post) => (
                  <OpenRow key={post.id} post={post} />
                ))}
              </ul>
            )}
          </div>
          {paidRows?.length !== 0 && (
            <div>
              <h3>Paid</h3>
              {paidRows === undefined ? (
                !paid.isError && <Waiting rows={BOARD.paid} name="paid answers" />
              ) : (
                <ul className={classes.rows}>
                  {paidRows.map((post) => (
                    <PaidRow key={post.id} post={post} />
                  ))}
                </ul>
              )}
            </div>
          )}
        </div>
      )}
      <ActiveTags />
    </section>
  );
}

/** Shown on a platform's first day. */
function Fresh() {
  return (
    <div className={classes.fresh}>
      <p className={classes.big}>The board is still empty.</p>
      <p>No one has offered a bounty yet. Be the first.</p>
      <ButtonLook root={(drawn) => <Link to="/posts/create" {...drawn} />}>Ask the first question</ButtonLook>
    </div>
  );
}

function ActiveTags() {
  const { data, isPending } = trpc.tags.list.useQuery({ limit: BOARD.tags }, QUIETLY);
  const tags = data?.data.filter(({ postCount }) => postCount > 0) ?? [];
  if (!isPending && tags.length === 0) return null;
  return (
    <div className={classes.tags}>
      <h3>Popular tags</h3>
      {isPending ? (
        <PlainSkeleton height={26} maw={560} aria-hidden="true" />
      ) : (
        <ul>
          {tags.map(({ id, name }) => (
            <li key={id}>
              <TagChip name={name} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Placeholder rows. */
function Waiting({ rows, name }: { rows: number; name: string }) {
  return (
    <div className={classes.rows} role="status" aria-label={`Loading ${name}`}>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className={classes.row}>
          <div>
            <PlainSkeleton height={16} width={`${78 - ((row * 17) % 30)}%`} my={4} />
            <PlainSkeleton height={12} width="40%" mt={10} mb={4} />
          </div>
          <PlainSkeleton height={16} width={72} />
        </div>
      ))}
    </div>
  );
}
