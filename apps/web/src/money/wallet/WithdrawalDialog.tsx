import { Button, Loader, Modal } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Amount } from "../../components/Amount.tsx";
import { CopyLine } from "../../components/CopyLine.tsx";
import { FormError } from "../../components/FormError.tsx";
import { Line, Receipt } from "../../components/Receipt.tsx";
import { feeLabel, feeRate } from "../../lib/parameters/feeLabel.ts";
import { TransactionLink } from "../solana/index.ts";
import { isDelayed, progressText } from "../transactions/index.ts";
import classes from "./Exchange.module.css";
import type { useSale } from "./useSale.ts";

interface WithdrawalDialogProps {
  readonly sale: ReturnType<typeof useSale>;
  readonly opened: boolean;
  readonly onClose: () => void;
}

const TITLES = { pending: "Withdrawal sent", completed: "Withdrawal completed", failed: "Withdrawal failed" };

/** A requested withdrawal: its state until it is final, and its outcome. */
export function WithdrawalDialog({ sale: { sale, phase, ...rest }, opened, onClose }: WithdrawalDialogProps) {
  const shown = phase === "completed" || phase === "failed" ? phase : "pending";
  const { signature, fault, outOfReach, forget, progress } = rest;
  const delay = progress && isDelayed(progress.stage) ? progressText(progress) : null;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={forget}
      title={TITLES[shown]}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {sale && (
        <div className={classes.form}>
          {shown === "pending" && (
            <div className={classes.state} role="status">
              <Loader size={18} color="gray" />
              <div>
                <p>
                  <strong>Your request is accepted.</strong>{" "}
                  {delay ??
                    "The network usually takes less than a minute to finalize it. You can close this window; it continues without you."}
                </p>
                <p>
                  <Link to="/transactions">Follow it in your transactions</Link>
                </p>
              </div>
            </div>
          )}
          {shown === "completed" && (
            <div className={classes.state} data-done role="status">
              <IconCircleCheck size={20} stroke={1.6} aria-hidden="true" />
              <div>
                <p>
                  <strong>
                    <Amount value={sale.net} fixed exact unit="SOL" plain />
                  </strong>{" "}
                  has been sent, and the network has finalized it.
                </p>
                <p>
                  <Link to="/transactions">See it in your transactions</Link>
                </p>
              </div>
            </div>
          )}
          <FormError message={fault?.message ?? null} hint={fault?.hint ?? null} />
          {outOfReach && (
            <p className={classes.small} role="status">
              We can't check its status right now. You can find it in your transactions.
            </p>
          )}
          <Receipt>
            <Line term="Sold">
              <Amount value={sale.amount} fixed exact plain />
            </Line>
            <Line term={feeLabel("withdrawalFee", feeRate(sale.amount, sale.fee))}>
              <Amount value={sale.fee} fixed exact plain />
            </Line>
            <Line term={shown === "completed" ? "Sent" : "To be sent"} strong>
              <Amount value={sale.net} fixed exact unit="SOL" plain />
            </Line>
            <Line term="To">
              <CopyLine value={sale.destination} label="Copy address" />
            </Line>
            {signature && shown !== "failed" && (
              <Line term="Signature">
                <TransactionLink signature={signature} />
              </Line>
            )}
          </Receipt>
          <Button onClick={onClose} data-autofocus>
            {shown === "pending" ? "Close" : "Done"}
          </Button>
        </div>
      )}
    </Modal>
  );
}
