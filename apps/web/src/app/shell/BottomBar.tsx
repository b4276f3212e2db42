import { FEATURES } from "@bbux/contract";
import { IconDots, IconMessages, IconPencilPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Avatar } from "../../components/Avatar.tsx";
import { DeferredPopup } from "../../components/DeferredPopup.tsx";
import { useSession } from "../../lib/session.ts";
import { BarBell } from "../../people/notifications/BarBell.tsx";
import classes from "./BottomBar.module.css";

const loadMore = () => import("./More.popup.tsx");

/** The rail's entries on phones, in reach of the thumb, with the rest under More. */
export function BottomBar() {
  const { user } = useSession();
  return (
    <nav className={classes.bar} aria-label="Main">
      <Link to="/community" className={classes.entry}>
        <IconMessages size={22} stroke={1.6} aria-hidden="true" />
        Community
      </Link>
      <Link to="/posts/create" className={classes.entry} aria-label="Ask a question">
        <IconPencilPlus size={22} stroke={1.6} aria-hidden="true" />
        Ask
      </Link>
      {FEATURES.notifications && <BarBell className={classes.entry} />}
      <Link to="/profile" className={classes.entry}>
        <Avatar username={user?.username ?? "?"} picture={user?.profilePicture} size={22} />
        Profile
      </Link>
      <DeferredPopup
        kind="menu"
        load={loadMore}
        props={{}}
        button={
          <button type="button" className={classes.entry}>
            <IconDots size={22} stroke={1.6} aria-hidden="true" />
            More
          </button>
        }
      />
    </nav>
  );
}
