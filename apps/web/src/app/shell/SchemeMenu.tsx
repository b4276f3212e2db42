import { IconMoon } from "@tabler/icons-react";
import { DeferredPopup } from "../../components/DeferredPopup.tsx";
import { PlainIconButton } from "../../components/PlainIconButton.tsx";

const load = () => import("./SchemeMenu.popup.tsx");

/** The choice of light, dark or system theme for visitors. */
export function SchemeMenu() {
  const button = (
    <PlainIconButton size={36} aria-label="Appearance">
      <IconMoon size={20} stroke={1.6} />
    </PlainIconButton>
  );
  return <DeferredPopup kind="menu" load={load} button={button} props={{}} />;
}
