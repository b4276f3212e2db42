import type { PopupProps } from "../../components/DeferredPopup.tsx";
import { PopupMenu } from "../../components/PopupMenu.tsx";
import { SchemeItems } from "./AccountItems.tsx";

export default function SchemePopup({ button }: PopupProps) {
  return (
    <PopupMenu button={button} position="bottom-end" width={220}>
      <SchemeItems />
    </PopupMenu>
  );
}
