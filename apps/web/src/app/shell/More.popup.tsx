import { FEATURES } from "@bbux/contract";
import { Menu } from "@mantine/core";
import { IconWallet } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { PopupProps } from "../../components/DeferredPopup.tsx";
import { PopupMenu } from "../../components/PopupMenu.tsx";
import { useSession } from "../../lib/session.ts";
import { WalletItems } from "../../money/solana/WalletItems.tsx";
import { AccountItems } from "./AccountItems.tsx";
import classes from "./BottomBar.module.css";
import { ENTRIES } from "./entries.ts";

/** The entries that don't fit into the bottom bar. */
export default function MorePopup({ button }: PopupProps) {
  const { user } = useSession();
  return (
    <PopupMenu button={button} position="top-end" width={272} className={classes.more}>
      {FEATURES.wallet && user && (
        <>
          <Menu.Item
            leftSection={<IconWallet size={18} stroke={1.6} />}
            renderRoot={(props) => <Link to="/wallet" {...props} />}
          >
            Wallet
          </Menu.Item>
          {ENTRIES.filter(({ mayUse }) => mayUse(user)).map(({ to, name, Icon }) => (
            <Menu.Item
              key={to}
              leftSection={<Icon size={18} stroke={1.6} />}
              renderRoot={(props) => <Link to={to} {...props} />}
            >
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <WalletItems />
          <Menu.Divider />
        </>
      )}
      <AccountItems />
    </PopupMenu>
  );
}
