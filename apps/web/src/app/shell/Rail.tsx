import { FEATURES } from "@bbux/contract";
import { IconLogout, IconMessages, IconSettings, IconWallet } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Avatar } from "../../components/Avatar.tsx";
import { BrandMark } from "../../components/Brand.tsx";
import { useSession } from "../../lib/session.ts";
import { RailWallet } from "../../money/solana/RailWallet.tsx";
import { useLogout } from "../../people/accounts/useLogout.ts";
import { RailBell } from "../../people/notifications/RailBell.tsx";
import { ENTRIES } from "./entries.ts";
import classes from "./Rail.module.css";

/** The navigation at the left edge: icons only, with names on hover or keyboard focus. */
export function Rail() {
  const { user } = useSession();
  const logout = useLogout();
  return (
    <nav className={classes.rail} aria-label="Main">
      <Link to="/community" className={classes.home} aria-label="BBUX, to the community">
        <BrandMark size={28} />
        <span className={classes.label}>BBUX</span>
      </Link>
      <ul className={classes.list}>
        <li>
          <Link to="/profile" className={classes.entry}>
            <span className={classes.sign}>
              {user && <Avatar username={user.username} picture={user.profilePicture} size={24} />}
            </span>
            <span className={classes.label}>Profile</span>
          </Link>
        </li>
        <li>
          <Link to="/community" className={classes.entry}>
            <span className={classes.sign}>
              <IconMessages size={20} stroke={1.6} aria-hidden="true" />
            </span>
            <span className={classes.label}>Community</span>
          </Link>
        </li>
        {FEATURES.wallet && (
          <li>
            <Link to="/wallet" className={classes.entry}>
              <span className={classes.sign}>
                <IconWallet size={20} stroke={1.6} aria-hidden="true" />
              </span>
              <span className={classes.label}>Wallet</span>
            </Link>
          </li>
        )}
        {ENTRIES.filter(({ mayUse }) => mayUse(user)).map(({ to, name, Icon }) => (
          <li key={to}>
            <Link to={to} className={classes.entry}>
              <span className={classes.sign}>
                <Icon size={20} stroke={1.6} aria-hidden="true" />
              </span>
              <span className={classes.label}>{name}</span>
            </Link>
          </li>
        ))}
        {FEATURES.notifications && user && (
          <li>
            <RailBell className={classes.entry} signClassName={classes.sign} labelClassName={classes.label} />
          </li>
        )}
        <li className={classes.bottom}>
          <Link to="/settings" className={classes.entry}>
            <span className={classes.sign}>
              <IconSettings size={20} stroke={1.6} aria-hidden="true" />
            </span>
            <span className={classes.label}>Settings</span>
          </Link>
        </li>
        {FEATURES.wallet && user && (
          <li>
            <RailWallet className={classes.entry} signClassName={classes.sign} labelClassName={classes.label} />
          </li>
        )}
        {user && (
          <li>
            <button type="button" className={classes.entry} onClick={logout}>
              <span className={classes.sign}>
                <IconLogout size={20} stroke={1.6} aria-hidden="true" />
              </span>
              <span className={classes.label}>Logout</span>
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}
