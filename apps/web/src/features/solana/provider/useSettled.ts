import { useEffect, useState } from "react";
import { trpc } from "../../../trpc.ts";

/** Wallets have so long to make themselves known, from when the page began to load (spec core §4). */
export const DETECTION_MS = 5_000;

/**
 * Whether every wallet that could be there has had its time. On the local chain the development wallet is among them, and
 * is brought here.
 */
export function useSettled(): boolean {
  const network = trpc.wallet.network.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const local = network.data?.local;
  const [brought, setBrought] = useState(false);
  const [late, setLate] = useState(false);
  const [grown, setGrown] = useState(() => performance.now() >= DETECTION_MS);

  useEffect(() => {
    if (!local) return;
    let gone = false;
    const done = () => {
      if (!gone) setBrought(true);
    };
    import("../development/register.tsx").then(({ register }) => {
      register();
      done();
    }, done);
    return () => {
      gone = true;
    };
  }, [local]);
  useEffect(() => {
    const age = setTimeout(() => setGrown(true), Math.max(0, DETECTION_MS - performance.now()));
    const latest = setTimeout(() => setLate(true), DETECTION_MS);
    return () => {
      clearTimeout(age);
      clearTimeout(latest);
    };
  }, []);

  const known = network.isError || local === false || brought;
  return late || (grown && known);
}
