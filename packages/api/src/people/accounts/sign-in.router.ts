import {
  browserLoginOutput,
  localChainOutput,
  loginInput,
  loginOutput,
  PASSWORD_CODES,
  passkeyLoginInput,
  passkeyOptionsOutput,
  signupChallengeOutput,
  signupInput,
  signupOutput,
  walletLoginInput,
  walletOptionsOutput,
  walletSignupInput,
} from "@bbux/contract";
import { publicProcedure } from "../../platform/calls/index.ts";
import {
  forBrowsers,
  forPrograms,
  login,
  passkeyLogin,
  signup,
  signupChallenge,
  walletLogin,
  walletSignInOptions,
  walletSignup,
} from "../auth/index.ts";
import { passkeySignInOptions } from "../second-factor/index.ts";
import { signedIn } from "./signed-in.ts";

const tags = ["auth"];

/** What a sign-in without a passkey refuses to a member with a second factor. */
export const CODE_REFUSALS = ["SECOND_FACTOR_REQUIRED", "SECOND_FACTOR_WRONG", "SECOND_FACTOR_LOCKED"] as const;

/** The calls of the auth router that open a session. */
export const signInCalls = {
  signupChallenge: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/auth/signup/challenge",
        tags,
        protect: false,
        summary: "The challenge that opening an account takes while very many are opened, or null",
      },
    })
    .output(signupChallengeOutput)
    .query(({ ctx }) => signupChallenge(ctx)),

  signup: publicProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/signup", tags, protect: false, summary: "Open an account" },
      refuses: ["USERNAME_TAKEN", "EMAIL_TAKEN", "PROOF_OF_WORK_REQUIRED", ...PASSWORD_CODES],
    })
    .input(signupInput)
    .output(signupOutput)
    .mutation(async ({ ctx, input }) => signedIn(ctx, await signup(ctx, input))),

  walletSignup: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/wallet/signup",
        tags,
        protect: false,
        summary: "Open an account that a Solana wallet signs in to, without a password",
      },
      refuses: ["USERNAME_TAKEN", "EMAIL_TAKEN", "PROOF_OF_WORK_REQUIRED", "WALLET_REFUSED", "LOGIN_TAKEN"],
    })
    .input(walletSignupInput)
    .output(signupOutput)
    .mutation(async ({ ctx, input }) => signedIn(ctx, await walletSignup(ctx, input))),

  login: publicProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/login", tags, protect: false, summary: "Sign in" },
      refuses: ["INVALID_CREDENTIALS", ...CODE_REFUSALS, "ACCOUNT_CLOSING", "ACCOUNT_FROZEN"],
      withoutFactor: true,
    })
    .input(loginInput)
    .output(loginOutput)
    .mutation(async ({ ctx, input }) => signedIn(ctx, await login(ctx, input, forPrograms))),

  /** tRPC only, for the web app. Other clients have no cookies and need the tokens of `login`. */
  loginBrowser: publicProcedure
    .meta({ withoutFactor: true })
    .input(loginInput)
    .output(browserLoginOutput)
    .mutation(async ({ ctx, input }) => signedIn(ctx, await login(ctx, input, forBrowsers))),

  passkeyOptions: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/passkey/options",
        tags,
        protect: false,
        summary: "What the browser needs to use a passkey, to sign in or to prove again who the caller is",
      },
      withoutFactor: true,
    })
    .output(passkeyOptionsOutput)
    .mutation(({ ctx }) => passkeySignInOptions(ctx)),

  passkeyLogin: publicProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/passkey/login", tags, protect: false, summary: "Sign in with a passkey" },
      refuses: ["PASSKEY_REFUSED", "WAY_IN_SUSPENDED", "ACCOUNT_CLOSING", "ACCOUNT_FROZEN"],
      withoutFactor: true,
    })
    .input(passkeyLoginInput)
    .output(loginOutput)
    .mutation(async ({ ctx, input }) => signedIn(ctx, await passkeyLogin(ctx, input, forPrograms))),

  /** tRPC only, as `loginBrowser`. */
  passkeyLoginBrowser: publicProcedure
    .meta({ withoutFactor: true })
    .input(passkeyLoginInput)
    .output(browserLoginOutput)
    .mutation(async ({ ctx, input }) => signedIn(ctx, await passkeyLogin(ctx, input, forBrowsers))),

  walletOptions: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/wallet/options",
        tags,
        protect: false,
        summary: "What a Solana wallet has to sign to sign in, to sign up, or to prove again who the caller is",
      },
      withoutFactor: true,
    })
    .output(walletOptionsOutput)
    .mutation(({ ctx }) => walletSignInOptions(ctx)),

  /** tRPC only, for visitors who choose a wallet: `GET /wallet/network` takes a session, as everything of the wallet does. */
  localChain: publicProcedure
    .meta({ withoutFactor: true })
    .output(localChainOutput)
    .query(({ ctx }) => ({ local: ctx.chainRpc.local })),

  walletLogin: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/wallet/login",
        tags,
        protect: false,
        summary: "Sign in with a linked Solana wallet",
      },
      refuses: [
        "WALLET_REFUSED",
        "WALLET_UNKNOWN",
        "WAY_IN_SUSPENDED",
        ...CODE_REFUSALS,
        "ACCOUNT_CLOSING",
        "ACCOUNT_FROZEN",
      ],
      withoutFactor: true,
    })
    .input(walletLoginInput)
    .output(loginOutput)
    .mutation(async ({ ctx, input }) => signedIn(ctx, await walletLogin(ctx, input, forPrograms))),

  /** tRPC only, as `loginBrowser`. */
  walletLoginBrowser: publicProcedure
    .meta({ withoutFactor: true })
    .input(walletLoginInput)
    .output(browserLoginOutput)
    .mutation(async ({ ctx, input }) => signedIn(ctx, await walletLogin(ctx, input, forBrowsers))),
};
