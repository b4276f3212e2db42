import type { WalletTransaction } from "@bbux/contract";
import { useEffect, useState } from "react";
import { mergePages } from "../../components/mergePages.ts";
import { trpc } from "../../lib/trpc.ts";
import { isReward, isSameDay, wholeDays } from "./rewardDays.ts";
import { type TransactionsSearch, transactionsInput } from "./transactions.search.ts";

interface Shown {
  readonly page: number;
  readonly totalPages: number;
  readonly transactions: readonly WalletTransaction[];
}

/**
 * Reads the pages around one that begins or ends with rewards, so that a day's rewards are shown once, with one sum. While
 * they load, and if they can't be loaded, the page shows its own rows.
 */
export function useWholeDays(search: TransactionsSearch, { page, totalPages, transactions }: Shown) {
  const [first, last] = [transactions[0], transactions.at(-1)];
  const mayHaveBegun = page > 1 && first !== undefined && isReward(first);
  const mayGoOn = page < totalPages && last !== undefined && isReward(last);
  // Usually one page is enough: a day seldom has more rewards than a page has rows.
  const [reach, setReach] = useState({ page, pages: 1 });
  const pagesAfter = reach.page === page ? reach.pages : 1;
  const asked = [
    ...(mayHaveBegun ? [page - 1] : []),
    ...(mayGoOn ? Array.from({ length: Math.min(pagesAfter, totalPages - page) }, (_, n) => page + 1 + n) : []),
  ];
  const lists = trpc.useQueries((call) =>
    asked.map((number) => call.wallet.allTransactions(transactionsInput({ ...search, page: number }))),
  );
  const rowsOf = (number: number) => lists[asked.indexOf(number)]?.data?.transactions;
  const newer = mayHaveBegun ? (rowsOf(page - 1) ?? []) : [];
  const after = asked.filter((number) => number > page).map(rowsOf);
  const loaded = after.every((rows) => rows !== undefined) ? after.flatMap((rows) => rows ?? []) : [];
  const goesOn = loaded.length > 0 && isSameDay(last, loaded.at(-1)) && page + after.length < totalPages;
  useEffect(() => {
    if (goesOn) setReach({ page, pages: after.length + 1 });
  }, [goesOn, page, after.length]);
  // Half a day would show a sum that is neither the page's nor the day's.
  const whole = wholeDays({ newer, rows: transactions, older: goesOn ? [] : loaded });
  // A row that has come in since may have moved another to the next page.
  return { ...whole, rows: mergePages([whole.rows]) };
}
