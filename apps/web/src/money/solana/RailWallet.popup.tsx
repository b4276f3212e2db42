import type { PopupProps } from "../../components/DeferredPopup.tsx";
import { PopupMenu } from "../../components/PopupMenu.tsx";
import { WalletItems } from "./WalletItems.tsx";

export default function RailWalletPopup({ button }: PopupProps) {
  return (
    <PopupMenu button={button} position="right-end" width={280}>
      <WalletItems />
    </PopupMenu>
  );
}
