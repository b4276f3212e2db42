import { useMantineColorScheme } from "@mantine/core";
import {
  IconArrowDownLeft,
  IconArrowUpRight,
  IconKeyboard,
  IconLogin2,
  IconLogout,
  IconMessage2,
  IconMoon,
  IconPencilPlus,
  IconPlugConnected,
  IconPlugConnectedX,
  IconSun,
  IconUserPlus,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { closeChat, openChat, useChat } from "../../community/chat/chatWindow.ts";
import { useSession } from "../../lib/session.ts";
import { disconnectWallet, openWalletModal, useConnection } from "../../money/solana/connection.ts";
import { useLogout } from "../../people/accounts/useLogout.ts";
import { openShortcutsSheet } from "../shortcuts/overlay.ts";
import type { Entry } from "./entries.ts";

/** The actions that the viewer can take from anywhere. */
export function useActions(): readonly Entry[] {
  const { user } = useSession();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const dark = document.documentElement.dataset.mantineColorScheme === "dark";
  const chat = useChat();
  const { address } = useConnection();
  const logout = useLogout();

  const forAll: Entry[] = [
    {
      id: "action:scheme",
      title: dark ? "Use the light theme" : "Use the dark theme",
      keywords: "theme mode colour color night day toggle",
      Icon: dark ? IconSun : IconMoon,
      run: () => setColorScheme(dark ? "light" : "dark"),
    },
    {
      id: "action:shortcuts",
      title: "Keyboard shortcuts",
      keywords: "keys help hotkeys",
      keys: ["?"],
      Icon: IconKeyboard,
      run: openShortcutsSheet,
    },
  ];
  if (!user) {
    const to = (path: "/login" | "/signup") => () => void navigate({ to: path });
    return [
      { id: "action:login", title: "Sign in", keywords: "login enter", Icon: IconLogin2, run: to("/login") },
      {
        id: "action:signup",
        title: "Create an account",
        keywords: "sign up register join",
        Icon: IconUserPlus,
        run: to("/signup"),
      },
      ...forAll,
    ];
  }
  return [
    {
      id: "action:ask",
      title: "Ask a question",
      keywords: "new post write create bounty",
      keys: ["a"],
      Icon: IconPencilPlus,
      run: () => void navigate({ to: "/posts/create" }),
    },
    {
      id: "action:chat",
      title: chat.open ? "Close the chat" : "Open the chat",
      keywords: "toggle talk messages rooms",
      keys: ["c"],
      Icon: IconMessage2,
      run: () => (chat.open ? closeChat() : openChat()),
    },
    {
      id: "action:buy",
      title: "Buy BBUX",
      keywords: "deposit sol top up money",
      Icon: IconArrowDownLeft,
      run: () => void navigate({ to: "/wallet", search: {} }),
    },
    {
      id: "action:sell",
      title: "Sell BBUX",
      keywords: "withdraw cash out sol money",
      Icon: IconArrowUpRight,
      run: () => void navigate({ to: "/wallet", search: { tab: "sell" } }),
    },
    address === null
      ? {
          id: "action:wallet",
          title: "Connect a wallet",
          keywords: "phantom solflare solana",
          Icon: IconPlugConnected,
          run: openWalletModal,
        }
      : {
          id: "action:wallet",
          title: "Disconnect the wallet",
          keywords: "phantom solflare solana",
          Icon: IconPlugConnectedX,
          run: () => void disconnectWallet(),
        },
    ...forAll,
    { id: "action:logout", title: "Sign out", keywords: "logout leave exit", Icon: IconLogout, run: logout },
  ];
}
