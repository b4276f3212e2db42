import {
  confirmWayInInput,
  done,
  doneForSession,
  linkOpenIdInput,
  linkOpenIdStartInput,
  linkWalletInput,
  openIdStartOutput,
  PASSWORD_CODES,
  recoveryCodesOutput,
  removePasswordInput,
  setPasswordInput,
  unlinkInput,
  walletOptionsOutput,
  waysInOutput,
} from "@bbux/contract";
import { accountProcedure, router } from "../../platform/calls/index.ts";
import { goesOn } from "../accounts/index.ts";
import { confirmWayIn } from "./confirm.command.ts";
import { linkOpenId, startOpenIdLink } from "./openid.commands.ts";
import { removePassword, setPassword } from "./password.commands.ts";
import { unlinkLogin } from "./unlink.command.ts";
import { linkWallet, walletLinkOptions } from "./wallets.commands.ts";
import { listWaysIn } from "./ways-in.query.ts";

const tags = ["auth"];

export const waysInRouter = router({
  list: accountProcedure
    .meta({ openapi: { method: "GET", path: "/auth/ways-in", tags, summary: "What signs the caller in" } })
    .output(waysInOutput)
    .query(({ ctx }) => listWaysIn(ctx)),

  walletOptions: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/wallets/options",
        tags,
        summary: "What a Solana wallet has to sign to be linked to the caller's account",
      },
      stepUp: true,
    })
    .output(walletOptionsOutput)
    .mutation(({ ctx }) => walletLinkOptions(ctx)),

  linkWallet: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/wallets",
        tags,
        summary: "Link a Solana wallet, which signs in to the account from then on",
      },
      refuses: ["WALLET_REFUSED", "LOGIN_EXISTS", "LOGIN_TAKEN", "TOO_MANY_LOGINS"],
      stepUp: true,
    })
    .input(linkWalletInput)
    .output(done)
    .mutation(({ ctx, input }) => linkWallet(ctx, input)),

  openIdStart: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/openid/links/start",
        tags,
        summary: "Send the caller's browser to a provider, to link the account there",
      },
      refuses: ["NOT_FOUND", "PROVIDER_UNAVAILABLE"],
      stepUp: true,
    })
    .input(linkOpenIdStartInput)
    .output(openIdStartOutput)
    .mutation(({ ctx, input }) => startOpenIdLink(ctx, input)),

  linkOpenId: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/openid/links",
        tags,
        summary: "Link an account at a provider, which signs in to the caller's account from then on",
      },
      refuses: ["OPENID_REFUSED", "LOGIN_EXISTS", "LOGIN_TAKEN", "TOO_MANY_LOGINS"],
      stepUp: true,
    })
    .input(linkOpenIdInput)
    .output(done)
    .mutation(({ ctx, input }) => linkOpenId(ctx, input)),

  confirm: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/ways-in/{id}/confirm",
        tags,
        summary: "Confirm a second factor, wallet, or linked account that was suspended by a recovery",
        description: "It counts as added now. Recovery codes come with the first second factor.",
      },
      refuses: ["ACCOUNT_FROZEN"],
      stepUp: true,
      withoutFactor: true,
    })
    .input(confirmWayInInput)
    .output(recoveryCodesOutput)
    .mutation(({ ctx, input }) => confirmWayIn(ctx, input.id)),

  unlink: accountProcedure
    .meta({
      openapi: {
        method: "DELETE",
        path: "/auth/ways-in/{id}",
        tags,
        summary: "Unlink a wallet or an account at a provider; every other session ends",
      },
      refuses: ["LAST_WAY_IN"],
      stepUp: true,
    })
    .input(unlinkInput)
    .output(doneForSession)
    .mutation(async ({ ctx, input }) => goesOn(ctx, await unlinkLogin(ctx, input.id))),

  setPassword: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/password",
        tags,
        summary: "Set a password, for a member who has none",
      },
      refuses: ["PASSWORD_EXISTS", ...PASSWORD_CODES],
      stepUp: true,
    })
    .input(setPasswordInput)
    .output(done)
    .mutation(({ ctx, input }) => setPassword(ctx, input)),

  removePassword: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/password/remove",
        tags,
        summary: "Sign in without a password; every other session ends",
      },
      refuses: ["WRONG_PASSWORD", "LAST_WAY_IN", "EMAIL_UNVERIFIED"],
      stepUp: true,
    })
    .input(removePasswordInput)
    .output(doneForSession)
    .mutation(async ({ ctx, input }) => goesOn(ctx, await removePassword(ctx, input))),
});
