import { useNavigate } from "@tanstack/react-router";
import { messageOf } from "../../errors.ts";
import { setUser } from "../../session.tsx";
import { client } from "../../trpc.ts";
import { forgetRecent } from "../palette/recent.ts";

/** Signs out and goes to /login. The member stays signed in here when the call fails, which is only logged (spec core §4). */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return () => {
    client.auth.logout.mutate().then(
      () => {
        forgetRecent();
        setUser(null);
        return navigate({ to: "/login" });
      },
      // biome-ignore lint/suspicious/noConsole: spec core §4 has a failed log-out logged, nothing more
      (error: unknown) => console.error("Logout failed:", messageOf(error)),
    );
  };
}
