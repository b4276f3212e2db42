import { FEATURES } from "@bbux/contract";
import { Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import type { PopupProps } from "../../components/DeferredPopup.tsx";
import { PopupMenu } from "../../components/PopupMenu.tsx";
import { useSession } from "../../lib/session.ts";
import { WalletItems } from "../../money/solana/WalletItems.tsx";
import { AccountItems } from "./AccountItems.tsx";
import classes from "./BottomBar.module.css";
import { entriesFor } from "./entries.ts";
import { HelpItems } from "./HelpItems.tsx";

/** The entries that don't fit into the bottom bar. */
export default function MorePopup({ button }: PopupProps) {
  const { user } = useSession();
  return (
    <PopupMenu button={button} position="top-end" width={272} className={classes.more}>
      {entriesFor(user).map(({ name, entries }) => (
        <Fragment key={name}>
          {entries
            .filter(({ to }) => to !== "/community")
            .map(({ to, name, Icon }) => (
              <Menu.Item
                key={to}
                leftSection={<Icon size={18} stroke={1.6} />}
                renderRoot={(props) => <Link to={to} {...props} />}
              >
                {name}
              </Menu.Item>
            ))}
          {name === "Money" && FEATURES.wallet && user && <WalletItems />}
        </Fragment>
      ))}
      <Menu.Divider />
      <HelpItems />
      <Menu.Divider />
      <AccountItems />
    </PopupMenu>
  );
}
