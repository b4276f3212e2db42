import { Button, Modal, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Amount } from "../../components/Amount.tsx";
import { Line, Lines } from "../../components/Receipt.tsx";
import { feeLabel, feeRate } from "../../lib/parameters/feeLabel.ts";
import type { Receipt } from "../editor/index.ts";
import { postLabel } from "./AskButtons.tsx";
import classes from "./AskForm.module.css";

interface ConfirmBountyProps {
  /** What is about to be spent; `null` while nothing is. */
  readonly receipt: Receipt | null;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks again before a bounty that costs more than the member has set. The first focus isn't on what pays. */
export function ConfirmBounty({ receipt, onClose, onConfirm }: ConfirmBountyProps) {
  return (
    <Modal
      opened={receipt !== null}
      onClose={onClose}
      title="Post with this bounty?"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {receipt && (
        <Stack gap="md">
          <Lines>
            <Line term="Bounty">
              <Amount value={receipt.amount} exact plain />
            </Line>
            <Line term={feeLabel("bountyFee", feeRate(receipt.amount, receipt.fee))}>
              <Amount value={receipt.fee} exact plain />
            </Line>
            <Line term="Total" strong>
              <Amount value={receipt.total} exact />
            </Line>
          </Lines>
          <p>
            The bounty waits in escrow until it's paid or returned. The fee isn't returned.{" "}
            <Link to="/settings" search={{ tab: "account" }}>
              Change when we ask
            </Link>
          </p>
          <div className={classes.confirm}>
            <Button variant="default" onClick={onClose} data-autofocus>
              Cancel
            </Button>
            <Button onClick={onConfirm}>{postLabel(receipt.total)}</Button>
          </div>
        </Stack>
      )}
    </Modal>
  );
}
