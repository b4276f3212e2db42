import type { RefundRequest } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { useIsOver } from "../../components/TimeLeft.tsx";
import { AppealDialog } from "./AppealDialog.tsx";
import { AppealState } from "./AppealState.tsx";
import { nextStepText } from "./nextStep.ts";
import classes from "./Refunds.module.css";

/** The member's own request: what happens next, and the appeal when it was denied. */
export function OwnRefund({ request }: { request: RefundRequest }) {
  const [appealing, dialog] = useDisclosure(false);
  const tooLate = useIsOver(request.settlesAt ?? request.expiresAt);
  const mayAppeal = request.mayAppeal && !tooLate;
  return (
    <section className={classes.next} aria-label="What happens next">
      <p>{nextStepText(request)}</p>
      {request.appeal && <AppealState request={request} />}
      {request.status === "COMPLETED" && request.kind === "REQUEST" && (
        <Link className="reach" to="/wallet">
          See it in your wallet
        </Link>
      )}
      {mayAppeal && (
        <div>
          <Button size="xs" variant="default" onClick={dialog.open}>
            Appeal the decision
          </Button>
        </div>
      )}
      <AppealDialog request={request} opened={appealing} onClose={dialog.close} />
    </section>
  );
}
