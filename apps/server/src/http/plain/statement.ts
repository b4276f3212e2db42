import { exportTransactions, statementCsv } from "@bbux/api";
import { APP, exportTransactionsInput } from "@bbux/contract";
import { viewerRoute } from "./route.ts";
import { LONGEST_MS, STREAMED, sendStreamed } from "./streamed.ts";

export const exportStatement = viewerRoute("account", {
  method: "GET",
  path: "/wallet/transactions/export",
  input: exportTransactionsInput,
  operation: {
    operationId: "wallet-transactions-export",
    summary: "The caller's transactions as a CSV file",
    description: `Takes the filters of the list. All rows, newest first, as they stood at one moment; amounts are decimals, what went out negative. ${STREAMED}`,
    tag: "wallet",
    content: { "text/csv": { schema: { type: "string" } } },
  },
  async serve({ ctx, input, reply }) {
    const day = ctx.now().toISOString().slice(0, 10);
    return sendStreamed(ctx, reply, {
      name: `${APP.name.toLowerCase()}-transactions-${day}.csv`,
      type: "text/csv; charset=utf-8; header=present",
      rows: exportTransactions(ctx.db, ctx.viewer.id, input, LONGEST_MS),
      text: statementCsv,
    });
  },
});
