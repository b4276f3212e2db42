import classes from "./WalletModal.module.css";

interface WalletIconProps {
  readonly name: string;
  /** A data: URL, as wallets bring it; any other address is not loaded. */
  readonly icon: string | undefined;
  readonly size?: number;
}

/** A wallet's own picture, or its initial, so that nothing is loaded from other hosts. */
export function WalletIcon({ name, icon, size = 32 }: WalletIconProps) {
  if (icon?.startsWith("data:image/")) {
    return <img className={classes.icon} src={icon} alt="" width={size} height={size} />;
  }
  return (
    <span className={classes.initial} style={{ width: size, height: size }} aria-hidden="true">
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}
