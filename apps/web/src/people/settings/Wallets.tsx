import { LIMITS, type Login } from "@bbux/contract";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { askWallet, needsAnotherWallet } from "../../lib/walletProof.ts";
import { ProofButton } from "../accounts/index.ts";
import { LoginList } from "./LoginList.tsx";
import classes from "./Settings.module.css";

/** The Solana wallets that sign the member in. */
export function Wallets({ logins }: { readonly logins: readonly Login[] }) {
  const utils = trpc.useUtils();
  const { mutateAsync: begin } = trpc.waysIn.walletOptions.useMutation();
  const link = trpc.waysIn.linkWallet.useMutation({
    onSuccess: () => notifySuccess("Wallet linked"),
    onSettled: () => utils.waysIn.list.invalidate(),
  });
  async function ask() {
    // First, because it may need a proof of a wallet, too.
    const { request } = await begin();
    return askWallet(async () => request, needsAnotherWallet(link.error));
  }
  return (
    <section className={classes.part} aria-labelledby="wallets">
      <h2 id="wallets">Solana wallets</h2>
      <p>
        A linked wallet signs you in without a password. It asks you to sign a message, which is free, and it can't
        spend your balance here.
      </p>
      <LoginList logins={logins} label="Your linked wallets" what="wallet" />
      <div>
        <ProofButton
          ask={ask}
          onProof={({ walletName, ...wallet }) => link.mutate({ name: walletName.slice(0, LIMITS.loginName), wallet })}
          isPending={link.isPending}
          error={link.error}
          fallback="Failed to link the wallet"
        >
          Link a wallet
        </ProofButton>
      </div>
    </section>
  );
}
