import type { WalletTransaction } from "@bbux/contract";

/** What a transaction's metadata says about it (docs/DECISIONS.md §6). */
export interface About {
  readonly action: string;
  /** The question that a bounty belongs to, if readers can see it. */
  readonly question: { readonly id: string; readonly title: string } | null;
  /** What it cost on top; a bounty's amount includes it. */
  readonly fee: string | null;
}

/** Reads a transaction's metadata; what isn't understood counts as missing. */
export function aboutOf({ metadata, fee }: Pick<WalletTransaction, "metadata" | "fee">): About {
  const facts = parsed(metadata);
  const text = (name: string) => {
    const value = facts[name];
    return typeof value === "string" ? value : null;
  };
  const [id, title] = [text("post"), text("title")];
  return {
    action: text("action") ?? "",
    question: id === null || title === null ? null : { id, title },
    fee: fee ?? text("fee"),
  };
}

function parsed(metadata: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(metadata);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
