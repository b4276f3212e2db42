import classes from "./WalletModal.module.css";

interface WalletIconProps {
  readonly name: string;
  /** A data: address, as wallets bring it; anything else is not asked for. */
  readonly icon: string | undefined;
  readonly size?: number;
}

/** A wallet's own picture, or its initial: nothing is fetched from other hosts. */
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
