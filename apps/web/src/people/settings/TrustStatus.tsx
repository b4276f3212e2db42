import type { Trust, TrustAllowance } from "@bbux/contract";
import { Skeleton } from "@mantine/core";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Cell, Table } from "../../components/Table.tsx";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { numberText } from "../../lib/locale.ts";
import { timeText } from "../../lib/time.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Settings.module.css";

const LEVELS: Readonly<Record<Trust["level"], string>> = {
  new: "You're a new member.",
  verified: "You're a verified member.",
  established: "You're an established member.",
  staff: "You're a member of staff.",
};
const KINDS: Readonly<Record<TrustAllowance["kind"], string>> = {
  posts: "Questions asked",
  answers: "Answers given",
  comments: "Comments written",
  votes: "Votes cast",
  flags: "Flags sent",
  links: "Links added",
  mentions: "Members mentioned",
  characters: "Characters written",
  uploads: "MB uploaded",
  messages: "Chat messages sent",
  tags: "Tags proposed",
};

/** The member's trust level, what the next one takes, and what is left of today's limits. */
export function TrustStatus() {
  const trust = trpc.trust.get.useQuery();
  return (
    <section className={classes.part} aria-labelledby="trust-level">
      <h2 id="trust-level">Trust level</h2>
      {trust.isPending && (
        <div role="status" aria-label="Loading your trust level">
          <Skeleton height={460} width={280} />
        </div>
      )}
      {trust.error && !trust.data && (
        <ErrorBox error={trust.error} fallback="Failed to load your trust level" onRetry={() => void trust.refetch()} />
      )}
      {trust.data && <Loaded trust={trust.data} />}
    </section>
  );
}

function Loaded({ trust: { level, next, isLimited, allowances } }: { trust: Trust }) {
  return (
    <>
      <p>
        <strong>{LEVELS[level]}</strong> {next && <NextLevel next={next} />}
      </p>
      {!isLimited && <p className={classes.note}>This server has turned its daily limits off.</p>}
      {isLimited && (
        <Table label="Your limits today" columns={[{ label: "Your limits today" }, { label: "Left", figure: true }]}>
          {allowances
            .filter(({ day }) => day > 0)
            .map(({ kind, day, left, until }) => (
              <tr key={kind}>
                <Cell head>{KINDS[kind]}</Cell>
                <Cell label="Left" figure>
                  {until === null ? (
                    <>
                      {shown(kind, left)} of {shown(kind, day)}
                    </>
                  ) : (
                    <>
                      {shown(kind, left)} of {shown(kind, day)}
                      <span className={classes.note}>, starts again {timeText(until, "weekdayTime")}</span>
                    </>
                  )}
                </Cell>
              </tr>
            ))}
        </Table>
      )}
    </>
  );
}

function NextLevel({ next }: { next: NonNullable<Trust["next"]> }) {
  if (next.confirmEmail) return <>Confirm your email address to do more.</>;
  const { points, pointsNeeded, oldEnoughAt } = next;
  return (
    <>
      Established members can do more, and review what newcomers write. You have {Math.min(points, pointsNeeded)} of the{" "}
      {pointsNeeded} points you need. They come from upvotes and accepted answers by established members and staff.
      {oldEnoughAt !== null && <> Your account will be old enough on {exactTime(oldEnoughAt)}.</>}
    </>
  );
}

const shown = (kind: TrustAllowance["kind"], value: number) =>
  numberText(kind === "uploads" ? Math.floor(value / 1024 ** 2) : value);
