import { FEATURES } from "@bbux/contract";
import { Menu } from "@mantine/core";
import { IconDots, IconMessages, IconPencilPlus, IconWallet } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Avatar } from "../../components/Avatar.tsx";
import { useSession } from "../../session.tsx";
import { BarBell } from "../notifications/BarBell.tsx";
import { WalletItems } from "../solana/WalletItems.tsx";
import { AccountItems } from "./AccountMenu.tsx";
import classes from "./BottomBar.module.css";
import { ENTRIES } from "./entries.ts";

/** On phones: the rail's entries in reach of the thumb, the rest under More. */
export function BottomBar() {
  const { user } = useSession();
  return (
    <nav className={classes.bar} aria-label="Main">
      <Link to="/community" className={classes.entry}>
        <IconMessages size={22} stroke={1.6} aria-hidden="true" />
        Community
      </Link>
      <Link to="/posts/create" className={classes.entry}>
        <IconPencilPlus size={22} stroke={1.6} aria-hidden="true" />
        New post
      </Link>
      {FEATURES.notifications && <BarBell className={classes.entry} />}
      <Link to="/profile" className={classes.entry}>
        <Avatar username={user?.username ?? "?"} picture={user?.profilePicture} size={22} />
        Profile
      </Link>
      <Menu position="top-end" width={272}>
        <Menu.Target>
          <button type="button" className={classes.entry}>
            <IconDots size={22} stroke={1.6} aria-hidden="true" />
            More
          </button>
        </Menu.Target>
        <Menu.Dropdown className={classes.more}>
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
        </Menu.Dropdown>
      </Menu>
    </nav>
  );
}
