import { Button } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { Page, PageTitle } from "../../components/Page.tsx";
import { staffFactorDone } from "../../lib/staffFactor.ts";
import { queryClient } from "../../lib/trpc.ts";
import { useLogout } from "../accounts/index.ts";
import { SecondFactor } from "./SecondFactor.tsx";

/** All that a moderator or admin sees whose days without a second factor are over. */
export default function StaffFactor() {
  const router = useRouter();
  const logout = useLogout();
  function ready() {
    staffFactorDone();
    void queryClient.resetQueries();
    void router.invalidate();
  }
  return (
    <Page width="column">
      <PageTitle>Set up a second factor</PageTitle>
      <p>Moderators and admins need one. You can continue once it's set up.</p>
      <SecondFactor onReady={ready} />
      <Button variant="subtle" color="gray" onClick={logout}>
        Sign out
      </Button>
    </Page>
  );
}
