import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconWallet } from "@tabler/icons-react";
import { useEffect } from "react";
import { shortAddress } from "./address.ts";
import { hasStoredWallet, openWalletModal, useConnection, wantWallets } from "./connection.ts";
import classes from "./Wallet.module.css";
import { WalletItems } from "./WalletItems.tsx";

interface WalletButtonProps {
  readonly size?: "xs" | "sm";
  readonly variant?: "filled" | "default";
  readonly fullWidth?: boolean;
}

/** Connects a wallet through the modal; once connected, names it and opens its menu. */
export function WalletButton({ size = "sm", variant = "filled", fullWidth = false }: WalletButtonProps) {
  const { address, walletName, connecting, loading, modal } = useConnection();
  useEffect(wantWallets, []);
  if (address === null) {
    const busy = !modal && (connecting || (loading === "loading" && hasStoredWallet()));
    return (
      <Button
        size={size}
        variant={variant}
        fullWidth={fullWidth}
        leftSection={<IconWallet size={18} stroke={1.6} aria-hidden="true" />}
        onClick={openWalletModal}
        loading={busy}
        aria-haspopup="dialog"
      >
        Connect wallet
      </Button>
    );
  }
  return (
    <Menu position="bottom-end" width={280} withinPortal>
      <Menu.Target>
        <Button
          size={size}
          variant="default"
          fullWidth={fullWidth}
          leftSection={<IconWallet size={18} stroke={1.6} aria-hidden="true" />}
          rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden="true" />}
          aria-label={`Wallet ${shortAddress(address)}, connected by ${walletName}`}
        >
          <span className={classes.address}>{shortAddress(address)}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <WalletItems />
      </Menu.Dropdown>
    </Menu>
  );
}
