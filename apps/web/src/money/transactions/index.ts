// The member's statement, and what its entries are called.
export { CancelHeld } from "./CancelHeld.tsx";
export { Statement } from "./Statement.tsx";
export { isDelayed, progressText } from "./transactionLabels.ts";
