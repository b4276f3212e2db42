// The member's statement, and what its entries are called.
export { Statement } from "./Statement.tsx";
export { isDelayed, progressText } from "./transactionLabels.ts";
