import { PROPOSALS, type Proposal } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useState } from "react";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Proposals.module.css";

/** When and how the proposal was carried out; admins record it where that isn't automatic. */
export function Execution({ proposal }: { proposal: Proposal }) {
  const { user } = useSession();
  if (proposal.status === "EXECUTED") {
    return (
      <section className={classes.card} aria-labelledby="execution">
        <h2 id="execution">Carried out</h2>
        {proposal.executedAt && <p className={classes.closing}>On {exactTime(proposal.executedAt)}.</p>}
        {proposal.executionNote && (
          <p className={classes.executed} dir="auto">
            {proposal.executionNote}
          </p>
        )}
      </section>
    );
  }
  if (proposal.status !== "PASSED") return null;
  return (
    <section className={classes.card} aria-labelledby="execution">
      <h2 id="execution">Not carried out yet</h2>
      <p className={classes.closing}>An admin records what was done here, and when.</p>
      {user?.role === "admin" && <Record proposal={proposal} />}
    </section>
  );
}

function Record({ proposal: { id } }: { proposal: Proposal }) {
  const [opened, setOpened] = useState(false);
  const utils = trpc.useUtils();
  const execute = trpc.proposals.execute.useMutation({
    onSuccess: ({ proposal }) => {
      utils.proposals.get.setData({ id }, { proposal });
      setOpened(false);
    },
    onSettled: () => void utils.proposals.invalidate(),
  });
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Mark as done
      </Button>
      <ReasonDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title="Mark as done"
        consequences={["What you write is public on the proposal's page, and you can't change it."]}
        label="What you did, and how"
        max={PROPOSALS.note}
        min={10}
        missing="Please say what you did, in at least 10 characters"
        submit="Record"
        onSubmit={(note) => execute.mutate({ id, note })}
        call={execute}
        fallback="Failed to record it"
      />
    </>
  );
}
