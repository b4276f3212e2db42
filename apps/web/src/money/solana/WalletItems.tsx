import { Menu } from "@mantine/core";
import { IconCopy, IconPlugConnectedX, IconReplace, IconTool, IconWallet } from "@tabler/icons-react";
import { notifyError, notifySuccess } from "../../lib/notify.ts";
import { shortAddress } from "./address.ts";
import { disconnectWallet, openWalletModal, useConnection } from "./connection.ts";
import { openDevelopmentWallet } from "./development/open.ts";
import { WalletIcon } from "./modal/WalletIcon.tsx";
import classes from "./Wallet.module.css";

const SIGN = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

/** The menu entries of the browser's wallet. */
export function WalletItems() {
  const { address, walletName, wallets, development } = useConnection();
  if (address === null) {
    return (
      <Menu.Item leftSection={<IconWallet {...SIGN} />} onClick={openWalletModal}>
        Connect wallet
      </Menu.Item>
    );
  }
  const icon = wallets.find(({ name }) => name === walletName)?.icon;
  return (
    <>
      <Menu.Label className={classes.head}>
        <WalletIcon name={walletName ?? "Wallet"} icon={icon} size={28} />
        <span className={classes.names}>
          <span className={classes.name}>{walletName}</span>
          <span className={classes.address}>{shortAddress(address, { expanded: true })}</span>
        </span>
      </Menu.Label>
      <Menu.Item leftSection={<IconCopy {...SIGN} />} onClick={() => copy(address)}>
        Copy address
      </Menu.Item>
      {development && (
        <Menu.Item leftSection={<IconTool {...SIGN} />} onClick={openDevelopmentWallet}>
          Open development wallet
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconReplace {...SIGN} />} onClick={openWalletModal}>
        Change wallet
      </Menu.Item>
      <Menu.Item leftSection={<IconPlugConnectedX {...SIGN} />} onClick={() => void disconnectWallet()}>
        Disconnect wallet
      </Menu.Item>
    </>
  );
}

/** The clipboard exists on secure origins only. */
async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    notifySuccess("Address copied");
  } catch {
    notifyError(`We couldn't copy the address: ${address}`);
  }
}
