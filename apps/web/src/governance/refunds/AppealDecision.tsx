import { REFUNDS, type RefundRequest } from "@bbux/contract";
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { Amount } from "../../components/Amount.tsx";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { useIntentKey } from "../../lib/intent.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Refunds.module.css";
import { useRefundUpdate } from "./useRefundUpdate.ts";

type Decision = "grant" | "deny";
const TEXTS: Record<Decision, { title: string; submit: string; done: string; consequences: readonly string[] }> = {
  grant: {
    title: "Grant the appeal?",
    submit: "Grant and refund",
    done: "Appeal granted. The bounty went back to the asker",
    consequences: [
      "The bounty goes back to the asker right away.",
      "It's final, and recorded in the transparency log.",
    ],
  },
  deny: {
    title: "Deny the appeal?",
    submit: "Deny",
    done: "The appeal is denied",
    consequences: [
      "The asker doesn't get a refund. On its payout date, the bounty goes to the best voted answer, or back to the asker if there is none.",
      "It's final, and recorded in the transparency log.",
    ],
  },
};

/** Lets moderators decide an open appeal of another member's refund request (docs/DECISIONS.md 1.5). */
export function AppealDecision({ request }: { request: RefundRequest }) {
  const [opened, setOpened] = useState(false);
  // Kept while the dialog fades out, so that its text doesn't change.
  const [decision, setDecision] = useState<Decision>("deny");
  const update = useRefundUpdate();
  const intent = useIntentKey();
  const decide = trpc.refunds.decideAppeal.useMutation({
    trpc: intent,
    onSuccess: ({ request: next }) => {
      notifySuccess(TEXTS[decision].done);
      setOpened(false);
      update(next);
    },
    onError: () => update(),
  });
  const begin = (next: Decision) => () => {
    setDecision(next);
    setOpened(true);
  };
  if (request.userVote !== null) {
    return <p className={classes.note}>You voted on this request, so another moderator has to decide.</p>;
  }
  if (request.interested) {
    return (
      <p className={classes.note}>
        You take part in this bounty, decided about someone who does, or were promoted by one of them, so another
        moderator has to decide.
      </p>
    );
  }
  const words = TEXTS[decision];
  return (
    <>
      <Group gap="xs" my="sm">
        <Button size="xs" onClick={begin("grant")}>
          Grant appeal
        </Button>
        <Button size="xs" variant="default" onClick={begin("deny")}>
          Deny appeal
        </Button>
      </Group>
      <ReasonDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={words.title}
        consequences={words.consequences}
        label="Why"
        description="The asker reads it."
        max={REFUNDS.reason.max}
        missing="Please say why"
        submit={words.submit}
        onSubmit={(note) => decide.mutate({ id: request.id, decision, note })}
        call={decide}
        fallback="Failed to decide the appeal"
      >
        <p>
          {request.requesterUsername} asked for a refund of <Amount value={request.bountyAmount} fixed />.
        </p>
      </ReasonDialog>
    </>
  );
}
