import { Menu } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { replaceData } from "../../lib/replaceData.ts";
import { trpc } from "../../lib/trpc.ts";
import { askForSteps, STEPS, stepsDone, useWelcome } from "./useWelcome.ts";

/** The account menu's way back to the first steps, as long as some are left. */
export function WelcomeItem() {
  const welcome = useWelcome();
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const change = trpc.welcome.change.useMutation({
    onSuccess: (state) => replaceData(utils.welcome.get, undefined, state),
  });
  if (!welcome || stepsDone(welcome) === STEPS.length) return null;
  return (
    <Menu.Item
      leftSection={<IconListCheck size={18} stroke={1.6} />}
      onClick={() => {
        askForSteps();
        if (welcome.dismissed) change.mutate({ dismissed: false });
        void navigate({ to: "/community" });
      }}
    >
      {`Getting started (${stepsDone(welcome)} of ${STEPS.length})`}
    </Menu.Item>
  );
}
