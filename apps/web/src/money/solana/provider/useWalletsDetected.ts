import { useEffect, useState } from "react";
import { trpc } from "../../../lib/trpc.ts";

/** How long wallets have to announce themselves, from the start of the page load. */
export const DETECTION_MS = 5_000;

/**
 * Whether every possible wallet has had its time. On the local chain this includes the development wallet, which is
 * loaded here.
 */
export function useWalletsDetected(): boolean {
  const network = trpc.auth.localChain.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
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
