import { useNavigate } from "@tanstack/react-router";
import { messageOf } from "../../lib/errors.ts";
import { setUser } from "../../lib/session.ts";
import { noticeLogout } from "../../lib/sessionEvents.ts";
import { client } from "../../lib/trpc.ts";

/** Signs out and goes to /login. If the call fails, which is only logged, the member stays signed in here. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return () => {
    client.auth.logout.mutate().then(
      () => {
        noticeLogout();
        setUser(null);
        return navigate({ to: "/login" });
      },
      // biome-ignore lint/suspicious/noConsole: a failed sign-out is only logged
      (error: unknown) => console.error("Logout failed:", messageOf(error)),
    );
  };
}
