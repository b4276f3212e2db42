import { DeferredPopup, type PopupProps } from "../../components/DeferredPopup.tsx";
import type { NotificationsPopupProps } from "./NotificationsMenu.popup.tsx";

const load = () => import("./NotificationsMenu.popup.tsx");

/** A bell with its panel. */
export function NotificationsMenu({ position, button }: NotificationsPopupProps & PopupProps) {
  return <DeferredPopup kind="dialog" load={load} button={button} props={{ position }} />;
}
