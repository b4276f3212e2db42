// A member's transactions, and the balance over time.
export { statementCsv } from "./export.csv.ts";
export { balanceHistory } from "./history.query.ts";
export { exportTransactions, getTransaction, listTransactions } from "./transactions.query.ts";
