import type { PopupProps } from "../../components/DeferredPopup.tsx";
import { PopupMenu } from "../../components/PopupMenu.tsx";
import { AccountItems } from "./AccountItems.tsx";

export default function AccountPopup({ button }: PopupProps) {
  return (
    <PopupMenu button={button} position="bottom-end" width={240}>
      <AccountItems />
    </PopupMenu>
  );
}
