import { Avatar } from "../../components/Avatar.tsx";
import { DeferredPopup } from "../../components/DeferredPopup.tsx";
import { BareButton } from "../../components/PlainIconButton.tsx";
import { useSession } from "../../lib/session.ts";
import classes from "./AccountMenu.module.css";

const load = () => import("./AccountMenu.popup.tsx");

/** The picture at the end of the top line and its menu. */
export function AccountMenu() {
  const { user } = useSession();
  if (!user) return null;
  const button = (
    <BareButton className={`${classes.target} reach`} aria-label={`Account of ${user.username}`}>
      <Avatar username={user.username} picture={user.profilePicture} size={32} />
    </BareButton>
  );
  return <DeferredPopup kind="menu" load={load} button={button} props={{}} />;
}
