import { useSession, wasSignedIn } from "../../session.tsx";

/** Whether a member looks at the page; until that is known, whether one did the last time. */
export function useIsMember(): boolean {
  const { user, loading } = useSession();
  return loading ? wasSignedIn() : user !== null;
}
