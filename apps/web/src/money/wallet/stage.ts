import type { Wallet } from "@bbux/contract";

type Amounts = Pick<Wallet, "bbuxBalance" | "inEscrow" | "staked" | "onItsWay" | "totalSpent" | "transactions">;

const isZero = (amount: string) => Number(amount) === 0;

/** Whether nothing has ever come in or gone out, so that buying needs an explanation. */
export function isNewToMoney(wallet: Amounts): boolean {
  return (
    isUnspent(wallet) && isZero(wallet.bbuxBalance) && !wallet.transactions.some(({ status }) => status === "completed")
  );
}

/** Whether the first BBUX has arrived and none has been used: the moment to say what it is for. */
export function hasFirstMoney(wallet: Amounts): boolean {
  return isUnspent(wallet) && !isZero(wallet.bbuxBalance);
}

function isUnspent({ inEscrow, staked, onItsWay, totalSpent }: Amounts): boolean {
  return [inEscrow, staked, onItsWay, totalSpent].every(isZero);
}
