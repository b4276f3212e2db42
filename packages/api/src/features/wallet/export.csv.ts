import type { WalletTransaction } from "@bbux/contract";
import { cellOf } from "../posts/export.csv.ts";

const HEAD = [
  ...["number", "date", "type", "status", "amount_bbux", "fee_bbux", "sol", "balance_bbux"],
  ...["destination", "signature", "description"],
];

/** A statement as CSV by RFC 4180, row by row. Amounts are decimals with their sign, and stay numbers to a spreadsheet. */
export async function* statementCsv(transactions: AsyncIterable<WalletTransaction>): AsyncGenerator<string> {
  yield `${HEAD.join(",")}\r\n`;
  for await (const row of transactions) yield `${lineOf(row)}\r\n`;
}

function lineOf(row: WalletTransaction): string {
  const { transactionId, createdAt, type, status, amount, fee, netAmount, solAmount, balanceAfter } = row;
  // Our own decimals, not what somebody wrote.
  const figures = [amount, fee, netAmount ?? solAmount, balanceAfter].map((figure) => figure ?? "");
  const texts = [row.destinationAddress, row.txHash, row.description].map((text) => cellOf(text ?? null));
  return [transactionId, createdAt, cellOf(type), status, ...figures, ...texts].join(",");
}
