// The wallet: fields and failures that everything with amounts shares.
export { AmountField } from "./AmountField.tsx";
export type { Read } from "./amounts.ts";
export { default as balanceClasses } from "./BalanceCard.module.css";
export { faultOf } from "./callFailure.ts";
export { default as exchangeClasses } from "./Exchange.module.css";
