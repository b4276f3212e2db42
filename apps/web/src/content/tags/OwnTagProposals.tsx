import type { TagProposal } from "@bbux/contract";
import { Button } from "@mantine/core";
import { FormError } from "../../components/FormError.tsx";
import { TAG_PROPOSAL_STATUS_FACTS } from "../../components/StatusBadge.statuses.ts";
import { StatusBadge } from "../../components/StatusBadge.tsx";
import { TagChip } from "../../components/TagChip.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { messageOf } from "../../lib/errors.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./TagsPage.module.css";

/** The tags that the member proposed, and what became of them. Nothing for those who proposed none. */
export function OwnTagProposals() {
  const own = trpc.tagProposals.own.useQuery();
  const proposals = own.data?.proposals ?? [];
  if (proposals.length === 0) return null;
  return (
    <section className={classes.own} aria-labelledby="own-tags">
      <h2 id="own-tags" className={classes.heading}>
        Your proposed tags
      </h2>
      <ul className={classes.rows}>
        {proposals.map((proposal) => (
          <Row key={proposal.id} proposal={proposal} />
        ))}
      </ul>
    </section>
  );
}

function Row({
  proposal: { id, name, description, status, createdAt, decidedAt, note, tag },
}: {
  proposal: TagProposal;
}) {
  const utils = trpc.useUtils();
  const withdraw = trpc.tagProposals.withdraw.useMutation({
    onSuccess: () => notifySuccess("You withdrew your proposal"),
    // Staff may have decided by now, so the list shows what is so.
    onSettled: () => utils.tagProposals.own.invalidate(),
  });
  return (
    <li className={classes.proposal}>
      <p className={classes.name}>
        <strong dir="auto">{name}</strong> <StatusBadge {...TAG_PROPOSAL_STATUS_FACTS[status]} inTable />{" "}
        <span className={classes.time}>
          <TimeAgo at={decidedAt ?? createdAt} />
        </span>
      </p>
      <p className={classes.description} dir="auto">
        {description}
      </p>
      {note && (
        <p className={classes.note}>
          Declined: <span dir="auto">{note}</span>
        </p>
      )}
      {tag !== null && (
        <p className={classes.note}>
          Use it as <TagChip name={tag} />
        </p>
      )}
      <FormError message={withdraw.error ? messageOf(withdraw.error, "We couldn't withdraw your proposal") : null} />
      {status === "OPEN" && (
        <Button
          className={classes.withdraw ?? ""}
          size="xs"
          variant="default"
          loading={withdraw.isPending}
          aria-label={`Withdraw ${name}`}
          onClick={() => withdraw.mutate({ id })}
        >
          Withdraw it
        </Button>
      )}
    </li>
  );
}
