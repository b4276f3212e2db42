import { Button, Group, Modal, Skeleton } from "@mantine/core";
import { fixedAmount } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { Line, Receipt } from "../../components/Receipt.tsx";
import { feeLabel } from "../../lib/parameters/feeLabel.ts";
import { useNetwork } from "../solana/index.ts";
import classes from "./Exchange.module.css";

/** What a sale would send, in base units, and the fee's rate in basis points. */
export interface ReviewedSale {
  readonly amount: bigint;
  readonly destination: string;
  readonly rate: bigint;
  readonly fee: bigint;
  readonly net: bigint;
}

interface ReviewSaleProps {
  /** What is about to be sold; `null` before the first review. */
  readonly sale: ReviewedSale | null;
  readonly opened: boolean;
  readonly onBack: () => void;
  readonly onSell: () => void;
}

/** Shows a sale before it is sent. The first focus isn't on what sends it. */
export function ReviewSale({ sale, opened, onBack, onSell }: ReviewSaleProps) {
  const network = useNetwork();
  return (
    <Modal opened={opened} onClose={onBack} title="Review your sale" closeButtonProps={{ "aria-label": "Close" }}>
      {sale && (
        <div className={classes.form}>
          <div>
            <p className={classes.small}>The SOL is sent to</p>
            <p className={classes.destination}>
              {groupsOf(sale.destination).map(({ start, text }) => (
                <span key={start}>{text}</span>
              ))}
            </p>
          </div>
          <Receipt>
            <Line term="You sell">
              <Amount value={sale.amount} fixed exact plain />
            </Line>
            <Line term={feeLabel("withdrawalFee", sale.rate)}>
              <Amount value={sale.fee} fixed exact plain />
            </Line>
            <Line term="You get" strong>
              <Amount value={sale.net} fixed exact unit="SOL" plain />
            </Line>
            <Line term="Network">{network.name ?? <Skeleton width={96} height={14} display="inline-block" />}</Line>
          </Receipt>
          <p>Check the whole address. You can't undo this.</p>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onBack} data-autofocus>
              Back
            </Button>
            <Button onClick={onSell}>{`Sell ${fixedAmount(sale.amount, { exact: true })}`}</Button>
          </Group>
        </div>
      )}
    </Modal>
  );
}

/** Splits an address into groups of four characters, which are easier to compare. */
function groupsOf(address: string): readonly { readonly start: number; readonly text: string }[] {
  const starts = Array.from({ length: Math.ceil(address.length / 4) }, (_, n) => n * 4);
  return starts.map((start) => ({ start, text: address.slice(start, start + 4) }));
}
