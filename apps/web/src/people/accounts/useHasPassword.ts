import { trpc } from "../../lib/trpc.ts";

/**
 * Whether the member has a password to confirm something with. A member without one confirms in another way, which the call asks for.
 * @param enabled whether it is about to be asked for
 */
export function useHasPassword(enabled: boolean) {
  const waysIn = trpc.waysIn.list.useQuery(undefined, { enabled });
  const hasPassword = waysIn.data?.hasPassword ?? true;
  // When that is unknown, the server says whether it is needed.
  return { hasPassword, needsPassword: hasPassword && !waysIn.isError };
}
