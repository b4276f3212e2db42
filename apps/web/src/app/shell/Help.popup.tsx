import type { PopupProps } from "../../components/DeferredPopup.tsx";
import { PopupMenu } from "../../components/PopupMenu.tsx";
import { HelpItems } from "./HelpItems.tsx";

export default function HelpPopup({ button }: PopupProps) {
  return (
    <PopupMenu button={button} position="right-end" width={220}>
      <HelpItems />
    </PopupMenu>
  );
}
