// What is owed against what the chain holds, as published and as measured now.
export { watchControlProofs } from "./control-age.command.ts";
export { type Correction, recordCorrection } from "./correct.command.ts";
export { custodyNotes } from "./custody-notes.query.ts";
export { type MoneyFigures, moneyFigures } from "./figures.query.ts";
export { measureReserves } from "./measure.ts";
export { publishReserves, removeOldReports } from "./publish.command.ts";
export { getReserves, listSuspense } from "./reserves.queries.ts";
export { watchReportAge } from "./stale.command.ts";
export { foldWalletTotals, walletTotals } from "./wallet-totals.ts";
