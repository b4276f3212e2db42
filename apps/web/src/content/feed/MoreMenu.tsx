import { IconDots } from "@tabler/icons-react";
import { DeferredPopup } from "../../components/DeferredPopup.tsx";
import { PlainIconButton } from "../../components/PlainIconButton.tsx";
import classes from "./FeedHead.module.css";
import type { MorePopupProps } from "./MoreMenu.popup.tsx";

const load = () => import("./MoreMenu.popup.tsx");

/** Takes the current result elsewhere: as a file, or into a feed reader. */
export function MoreMenu({ search }: MorePopupProps) {
  const button = (
    <PlainIconButton className={classes.more} variant="default" aria-label="Export and feeds" title="Export and feeds">
      <IconDots size={18} aria-hidden />
    </PlainIconButton>
  );
  return <DeferredPopup kind="menu" load={load} button={button} props={{ search }} />;
}
