import type { Transparency } from "@bbux/contract";
import { unitsOf } from "../../components/Amount.format.ts";

type Liabilities = Transparency["reserves"]["liabilities"];

/** The kinds of accounts in the books, and where the reserves count each. */
const KINDS = [
  { kind: "member", name: "Members", counted: "members" },
  { kind: "stake", name: "Stakes", counted: "stakes" },
  { kind: "escrow", name: "Escrow", counted: "escrow" },
  { kind: "hold", name: "Holds", counted: "holds" },
  { kind: "treasury", name: "Treasury", counted: "treasury" },
  { kind: "pool", name: "Pools", counted: "pools" },
  { kind: "suspense", name: "Suspense", counted: "suspense" },
  { kind: "equity", name: "Operator's float", counted: "equity" },
] as const satisfies readonly { kind: string; name: string; counted: keyof Liabilities }[];

/** Names a kind of account; an unknown one by its code in the books. */
export function kindName(kind: string): string {
  if (kind === "external") return "The chain";
  return KINDS.find((known) => known.kind === kind)?.name ?? kind;
}

export interface Compared {
  readonly kind: string;
  readonly name: string;
  /** Base units. */
  readonly books: bigint;
  readonly counted: bigint;
}

/** Pairs the books' total of each kind of account with the reserves', in the order of the reserves. */
export function compare({ totals, reserves }: Pick<Transparency, "totals" | "reserves">): Compared[] {
  return KINDS.map(({ kind, name, counted }) => ({
    kind,
    name,
    books: unitsOf(totals[kind] ?? "0"),
    counted: unitsOf(reserves.liabilities[counted]),
  }));
}

/** Describes the movement in a line of the log: "member +1.5, escrow −1.5". */
export function changesOf(changes: Readonly<Record<string, string>>): { kind: string; name: string; amount: bigint }[] {
  return Object.entries(changes)
    .map(([kind, amount]) => ({ kind, name: kindName(kind), amount: unitsOf(amount) }))
    .filter(({ amount }) => amount !== 0n)
    .sort((a, b) => (a.amount < b.amount ? -1 : 1));
}
