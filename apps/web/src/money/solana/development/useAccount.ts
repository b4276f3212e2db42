import { useCallback, useEffect, useState } from "react";
import { useSession } from "../../../lib/session.ts";
import { queryClient } from "../../../lib/trpc.ts";
import { askChain, balanceOf } from "../rpc.ts";
import { SOL_BALANCE } from "../useConnectedWallet.ts";

/** The amount of one airdrop, in SOL. */
export const AIRDROP_SOL = 10n;
const LAMPORTS_PER_SOL = 1_000_000_000n;
const POLL = { ms: 400, times: 40 } as const;

/** The balance of the window's address, and the airdrop: for members, because nobody else may ask the chain. */
export function useAccount(address: string) {
  const isMember = useSession().user !== null;
  const [balance, setBalance] = useState<bigint | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  useEffect(() => {
    let gone = false;
    const update = (value: bigint | null, text: string | null) => {
      if (gone) return;
      setBalance(value);
      setFault(text);
    };
    setBalance(null);
    if (!isMember) return;
    balanceOf(address).then(
      (value) => update(value, null),
      (error: unknown) => update(null, textOf(error)),
    );
    return () => {
      gone = true;
    };
  }, [address, isMember]);

  const airdrop = useCallback(async () => {
    setBusy(true);
    setFault(null);
    try {
      const before = await balanceOf(address);
      await askChain("requestAirdrop", [address, Number(AIRDROP_SOL * LAMPORTS_PER_SOL)]);
      setBalance(await changed(address, before));
      void queryClient.invalidateQueries({ queryKey: [SOL_BALANCE] });
    } catch (error) {
      setFault(textOf(error));
    } finally {
      setBusy(false);
    }
  }, [address]);

  return { isMember, balance, busy, fault, airdrop };
}

/** The chain takes a moment to confirm a block. */
async function changed(address: string, before: bigint): Promise<bigint> {
  for (let asked = 0; asked < POLL.times; asked++) {
    const now = await balanceOf(address);
    if (now !== before) return now;
    await new Promise((done) => setTimeout(done, POLL.ms));
  }
  return before;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : "We couldn't reach the Solana network";
}
