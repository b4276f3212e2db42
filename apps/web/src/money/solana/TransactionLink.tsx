import { IconExternalLink } from "@tabler/icons-react";
import { CopyLine } from "../../components/CopyLine.tsx";
import { shortAddress } from "./address.ts";
import classes from "./TransactionLink.module.css";
import { useNetwork } from "./useNetwork.ts";

/** A Solana transaction: its signature to copy, and a link to an explorer if the network has one. */
export function TransactionLink({ signature, whole = false }: { signature: string; whole?: boolean }) {
  const { transactionHref } = useNetwork();
  const href = transactionHref(signature);
  return (
    <span className={classes.link}>
      <CopyLine value={signature} label="Copy signature">
        <code>{whole ? signature : shortAddress(signature, { expanded: true })}</code>
      </CopyLine>
      {href && <ExplorerLink href={href}>View in explorer</ExplorerLink>}
    </span>
  );
}

/** Opens another site in a new tab. */
export function ExplorerLink({ href, children }: { href: string; children: string }) {
  return (
    <a className={`${classes.explorer} reach`} href={href} target="_blank" rel="noreferrer">
      {children}
      <IconExternalLink size={14} stroke={1.6} aria-hidden="true" />
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
