import type { WalletTransaction } from "@bbux/contract";
import { cellOf } from "../../platform/queries/index.ts";

const HEAD = [
  ...["number", "date", "type", "status", "amount_bbux", "fee_bbux", "sol", "balance_bbux"],
  ...["destination", "signature", "description"],
];

/**
 * Yields a statement as CSV (RFC 4180), row by row. Amounts are signed decimals, which spreadsheets read as numbers.
 */
export async function* statementCsv(transactions: AsyncIterable<WalletTransaction>): AsyncGenerator<string> {
  yield `${HEAD.join(",")}\r\n`;
  for await (const row of transactions) yield `${lineOf(row)}\r\n`;
}

function lineOf(row: WalletTransaction): string {
  const { transactionId, createdAt, type, status, amount, fee, netAmount, solAmount, balanceAfter } = row;
  // Our own decimals, not text from a member.
  const figures = [amount, fee, netAmount ?? solAmount, balanceAfter].map((figure) => figure ?? "");
  const texts = [row.destinationAddress, row.txHash, row.description].map((text) => cellOf(text ?? null));
  return [transactionId, createdAt, cellOf(type), status, ...figures, ...texts].join(",");
}
