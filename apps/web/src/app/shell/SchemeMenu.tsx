import { IconMoon, IconSun } from "@tabler/icons-react";
import { DeferredPopup } from "../../components/DeferredPopup.tsx";
import { PlainIconButton } from "../../components/PlainIconButton.tsx";
import classes from "./SchemeMenu.module.css";

const load = () => import("./SchemeMenu.popup.tsx");

/** The choice of light, dark or system theme for visitors. */
export function SchemeMenu() {
  const button = (
    <PlainIconButton className={classes.button} size={36} aria-label="Appearance">
      {/* Both, because the page knows its scheme before React does. */}
      <IconMoon className={classes.moon} size={20} stroke={1.6} />
      <IconSun className={classes.sun} size={20} stroke={1.6} />
    </PlainIconButton>
  );
  return <DeferredPopup kind="menu" load={load} button={button} props={{}} />;
}
