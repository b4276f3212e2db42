import { IconPlugConnected } from "@tabler/icons-react";
import { DeferredPopup } from "../../components/DeferredPopup.tsx";
import { shortAddress } from "./address.ts";
import { openWalletModal, useConnection } from "./connection.ts";
import classes from "./Wallet.module.css";

const load = () => import("./RailWallet.popup.tsx");

interface RailWalletProps {
  readonly className: string | undefined;
  readonly signClassName: string | undefined;
  readonly labelClassName: string | undefined;
}

/**
 * The navigation's entry that connects and disconnects the browser's wallet. Its text shows when the navigation is
 * wide, with 8 characters of either end of the address.
 */
export function RailWallet({ className, signClassName, labelClassName }: RailWalletProps) {
  const { address } = useConnection();
  if (address === null) {
    return (
      <button type="button" className={className} onClick={openWalletModal} aria-haspopup="dialog">
        <span className={signClassName}>
          <IconPlugConnected size={20} stroke={1.6} aria-hidden="true" />
        </span>
        <span className={labelClassName}>Connect wallet</span>
      </button>
    );
  }
  const button = (
    <button type="button" className={className} aria-label={`Connected wallet ${shortAddress(address)}`}>
      <span className={`${signClassName} ${classes.connected}`}>
        <IconPlugConnected size={20} stroke={1.6} aria-hidden="true" />
      </span>
      <span className={`${labelClassName} ${classes.address}`}>{shortAddress(address, { expanded: true })}</span>
    </button>
  );
  return <DeferredPopup kind="menu" load={load} button={button} props={{}} />;
}
