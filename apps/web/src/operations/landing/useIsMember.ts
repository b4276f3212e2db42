import { useSession, wasSignedIn } from "../../lib/session.ts";

/** Returns whether a member is signed in; until that is known, whether one was the last time. */
export function useIsMember(): boolean {
  const { user, loading } = useSession();
  return loading ? wasSignedIn() : user !== null;
}
