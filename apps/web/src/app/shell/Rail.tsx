import { FEATURES } from "@bbux/contract";
import {
  type Icon,
  IconHelp,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconSettings,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Avatar } from "../../components/Avatar.tsx";
import { BrandMark } from "../../components/Brand.tsx";
import { DeferredPopup } from "../../components/DeferredPopup.tsx";
import { FACTS } from "../../lib/facts.ts";
import { useSession } from "../../lib/session.ts";
import { RailWallet } from "../../money/solana/RailWallet.tsx";
import { useLogout } from "../../people/accounts/useLogout.ts";
import { RailBell } from "../../people/notifications/RailBell.tsx";
import { entriesFor } from "./entries.ts";
import classes from "./Rail.module.css";
import { pinRail, useRailPinned } from "./railPin.ts";

const loadHelp = () => import("./Help.popup.tsx");
/** The classes of an entry that another feature draws. */
const ENTRY = { className: classes.entry, signClassName: classes.sign, labelClassName: classes.label };

/**
 * The navigation at the left edge: icons only, with names on hover or keyboard focus, over the page; or pinned, with
 * names and with room of its own.
 */
export function Rail() {
  const { user } = useSession();
  const logout = useLogout();
  const pinned = useRailPinned();
  return (
    <nav
      className={classes.rail}
      data-pinned={pinned || undefined}
      aria-label="Main"
      onPointerMove={({ currentTarget }) => {
        currentTarget.dataset.pointed = "";
      }}
    >
      <Link to="/community" className={classes.home} aria-label={`${FACTS.brand.name}, to the community`}>
        <BrandMark size={28} />
        <span className={classes.label}>{FACTS.brand.name}</span>
      </Link>
      {entriesFor(user).map(({ name, entries }) => (
        <Group key={name} title={name}>
          {entries.map(({ to, name, Icon }) => (
            <li key={to}>
              <Link to={to} className={classes.entry}>
                <Face Icon={Icon}>{name}</Face>
              </Link>
            </li>
          ))}
          {name === "Money" && FEATURES.wallet && user && (
            <li>
              <RailWallet {...ENTRY} />
            </li>
          )}
        </Group>
      ))}
      <Group title="You">
        <li>
          <Link to="/profile" className={classes.entry}>
            <span className={classes.sign}>
              {user && <Avatar username={user.username} picture={user.profilePicture} size={24} />}
            </span>
            <span className={classes.label}>Profile</span>
          </Link>
        </li>
        {FEATURES.notifications && user && (
          <li>
            <RailBell {...ENTRY} />
          </li>
        )}
        <li>
          <Link to="/settings" className={classes.entry}>
            <Face Icon={IconSettings}>Settings</Face>
          </Link>
        </li>
        {user && (
          <li>
            <button type="button" className={classes.entry} onClick={logout}>
              <Face Icon={IconLogout}>Logout</Face>
            </button>
          </li>
        )}
      </Group>
      <ul className={`${classes.list} ${classes.bottom}`}>
        <li>
          <DeferredPopup
            kind="menu"
            load={loadHelp}
            props={{}}
            button={
              <button type="button" className={classes.entry}>
                <Face Icon={IconHelp}>Help</Face>
              </button>
            }
          />
        </li>
        <li className={classes.pin}>
          <button type="button" className={classes.entry} onClick={() => pinRail(!pinned)}>
            {pinned ? (
              <Face Icon={IconLayoutSidebarLeftCollapse}>Unpin navigation</Face>
            ) : (
              <Face Icon={IconLayoutSidebarLeftExpand}>Pin navigation</Face>
            )}
          </button>
        </li>
      </ul>
    </nav>
  );
}

/** The heading is a line as long as the navigation shows icons only, so that nothing moves when it widens. */
function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <p className={classes.group} aria-hidden="true">
        <span className={classes.label}>{title}</span>
      </p>
      <ul className={classes.list} aria-label={title}>
        {children}
      </ul>
    </>
  );
}

function Face({ Icon, children }: { readonly Icon: Icon; readonly children: string }) {
  return (
    <>
      <span className={classes.sign}>
        <Icon size={20} stroke={1.6} aria-hidden="true" />
      </span>
      <span className={classes.label}>{children}</span>
    </>
  );
}
