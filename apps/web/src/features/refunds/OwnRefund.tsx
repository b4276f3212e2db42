import type { RefundRequest } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { AppealDialog } from "./AppealDialog.tsx";
import { AppealState } from "./AppealState.tsx";
import { outlookOf } from "./outlook.ts";
import classes from "./Refunds.module.css";
import { useIsOver } from "./TimeLeft.tsx";

/** One's own request: what happens next, and the appeal when it was refused. */
export function OwnRefund({ request }: { request: RefundRequest }) {
  const [appealing, dialog] = useDisclosure(false);
  const tooLate = useIsOver(request.settlesAt ?? request.expiresAt);
  const mayAppeal = request.mayAppeal && !tooLate;
  return (
    <section className={classes.next} aria-label="What happens next">
      <p>{outlookOf(request)}</p>
      {request.appeal && <AppealState request={request} />}
      {request.status === "COMPLETED" && (
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
