import { GOVERNANCE, type Proposal } from "@bbux/contract";
import { Button, Group, Modal, Stack } from "@mantine/core";
import { IconCircleCheck, IconThumbDown, IconThumbUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { unitsOf } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { FormError } from "../../components/FormError.tsx";
import { useNow } from "../../components/TimeAgo.clock.ts";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { hintOf, serverText } from "../../lib/errors.ts";
import { useIntentKey } from "../../lib/intent.ts";
import { numberText } from "../../lib/locale.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Proposals.module.css";
import { powerText } from "./proposalLabels.ts";

/** The member's voting power with its reason, and the vote buttons; or the vote that was cast. */
export function VotePanel({ proposal }: { proposal: Proposal }) {
  const [choice, setChoice] = useState<"for" | "against">("for");
  const [asking, setAsking] = useState(false);
  const closed = Date.parse(proposal.closesAt) <= useNow();
  if (proposal.userVote !== null) return <Cast proposal={proposal} />;
  if (proposal.status !== "OPEN" || closed) return null;
  const power = unitsOf(proposal.userPower ?? "0");
  function ask(side: "for" | "against") {
    setChoice(side);
    setAsking(true);
  }
  return (
    <section className={classes.card} aria-labelledby="your-vote">
      <h2 id="your-vote">Your vote</h2>
      {power > 0n ? (
        <>
          <p className={classes.weight}>It counts as {powerText(power)} votes</p>
          <Why />
          {/* Equal widths are too narrow for the longer label on phones and beside the text. */}
          <Group gap="sm" grow preventGrowOverflow={false}>
            <Button variant="default" leftSection={<IconThumbUp size={18} stroke={1.6} />} onClick={() => ask("for")}>
              Vote for
            </Button>
            <Button
              variant="default"
              leftSection={<IconThumbDown size={18} stroke={1.6} />}
              onClick={() => ask("against")}
            >
              Vote against
            </Button>
          </Group>
        </>
      ) : (
        <p className={classes.closing}>
          You had no stake when voting opened, or have unstaked it since, so you can't vote on this proposal.{" "}
          <Link to="/governance">Stake BBUX</Link> to vote on the next.
        </p>
      )}
      <ConfirmVote proposal={proposal} choice={choice} opened={asking} onClose={() => setAsking(false)} />
    </section>
  );
}

function Why() {
  return (
    <p className={classes.note}>
      Your stake when voting opened (or now, if that's less), plus up to 50% for the reputation you had then.{" "}
      {numberText(GOVERNANCE.reputation.cap)} points give the full 50%.
    </p>
  );
}

function Cast({ proposal: { userVote, userPower, status, closesAt } }: { proposal: Proposal }) {
  const voted = userVote === "for" ? "You voted for" : "You voted against";
  return (
    <section className={classes.card} aria-labelledby="your-vote">
      <h2 id="your-vote">Your vote</h2>
      <p className={classes.cast} data-side={userVote}>
        <IconCircleCheck size={20} stroke={1.6} aria-hidden="true" />
        <span>
          {userPower === null ? (
            <>
              <strong>{voted}</strong>.
            </>
          ) : (
            <>
              <strong>{voted}</strong>, with {powerText(userPower)} votes.
            </>
          )}
        </span>
      </p>
      {status === "OPEN" && (
        <p className={classes.note}>
          The stake behind it is locked until {exactTime(closesAt)}. It still earns rewards.
        </p>
      )}
    </section>
  );
}

interface ConfirmVoteProps {
  readonly proposal: Proposal;
  readonly choice: "for" | "against";
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for confirmation before a vote, which is final and locks stake. */
function ConfirmVote({ proposal, choice, opened, onClose }: ConfirmVoteProps) {
  const utils = trpc.useUtils();
  const stake = trpc.governance.dashboard.useQuery(undefined, { enabled: opened });
  const vote = trpc.proposals.vote.useMutation({
    trpc: useIntentKey(),
    onSuccess: ({ proposal: now }) => {
      utils.proposals.get.setData({ id: now.id }, { proposal: now });
      onClose();
    },
    onSettled: () => {
      void utils.proposals.invalidate();
      void utils.governance.invalidate();
    },
  });
  return (
    <Modal
      opened={opened}
      onClose={vote.isPending ? () => undefined : onClose}
      onExitTransitionEnd={vote.reset}
      title={choice === "for" ? "Vote for this proposal?" : "Vote against this proposal?"}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Stack gap="md">
        <p>It counts as {powerText(proposal.userPower ?? "0")} votes. It's final, so you can't change it.</p>
        <p>
          {stake.data ? (
            <>
              The stake behind it, at most your <Amount value={stake.data.userStats.stakedAmount} fixed />, is locked
              until <strong>{exactTime(proposal.closesAt)}</strong>. You can't unstake it until then, but it keeps
              earning rewards.
            </>
          ) : (
            <>
              The stake behind it is locked until <strong>{exactTime(proposal.closesAt)}</strong>. You can't unstake it
              until then, but it keeps earning rewards.
            </>
          )}
        </p>
        <FormError
          message={vote.error ? serverText(vote.error, "Failed to submit vote") : null}
          hint={vote.error ? hintOf(vote.error) : null}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={vote.isPending} data-autofocus>
            Cancel
          </Button>
          <Button loading={vote.isPending} onClick={() => vote.mutate({ id: proposal.id, vote: choice })}>
            {choice === "for" ? "Vote for and lock" : "Vote against and lock"}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
