/**
 * Creates a memory of transactions that changed nothing, by the chain they are on: they aren't stored, and needn't be
 * read again. It starts over above `most`, because anyone can name our addresses in any number of transactions.
 */
export function idleTransactions(most = 100_000): (chain: object) => Set<string> {
  const byChain = new WeakMap<object, Set<string>>();
  return (chain) => {
    const idle = byChain.get(chain) ?? new Set();
    byChain.set(chain, idle);
    if (idle.size > most) idle.clear();
    return idle;
  };
}
