import {
  browserLoginOutput,
  loginOutput,
  openIdLoginInput,
  openIdProvidersOutput,
  openIdReturnInput,
  openIdReturnOutput,
  openIdSignupInput,
  openIdStartInput,
  openIdStartOutput,
  signupOutput,
} from "@bbux/contract";
import { publicProcedure } from "../../platform/calls/index.ts";
import {
  comeBackFromOpenId,
  forBrowsers,
  forPrograms,
  listOpenIdProviders,
  openIdLogin,
  openIdSignup,
  startOpenIdSignIn,
} from "../auth/index.ts";
import { CODE_REFUSALS } from "./sign-in.router.ts";
import { signedIn } from "./signed-in.ts";

const tags = ["auth"];

/** The calls of the auth router that sign in with an account at a provider. */
export const openIdCalls = {
  openIdProviders: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/auth/openid/providers",
        tags,
        protect: false,
        summary: "OpenID Connect providers to sign in with",
      },
      withoutFactor: true,
    })
    .output(openIdProvidersOutput)
    .query(({ ctx }) => listOpenIdProviders(ctx)),

  openIdStart: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/openid/start",
        tags,
        protect: false,
        summary: "Send a browser to a provider, to sign in, to sign up, or to prove again who the caller is",
      },
      refuses: ["NOT_FOUND", "PROVIDER_UNAVAILABLE"],
      withoutFactor: true,
    })
    .input(openIdStartInput)
    .output(openIdStartOutput)
    .mutation(({ ctx, input }) => startOpenIdSignIn(ctx, input)),

  openIdReturn: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/openid/return",
        tags,
        protect: false,
        summary: "Exchange what a provider sent the browser back with for a proof",
      },
      refuses: ["OPENID_REFUSED", "OPENID_CANCELED", "OPENID_STALE", "PROVIDER_UNAVAILABLE"],
      withoutFactor: true,
    })
    .input(openIdReturnInput)
    .output(openIdReturnOutput)
    .mutation(({ ctx, input }) => comeBackFromOpenId(ctx, input)),

  openIdSignup: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/openid/signup",
        tags,
        protect: false,
        summary: "Open an account that an account at a provider signs in to, without a password",
      },
      refuses: ["USERNAME_TAKEN", "EMAIL_TAKEN", "PROOF_OF_WORK_REQUIRED", "OPENID_REFUSED", "LOGIN_TAKEN"],
    })
    .input(openIdSignupInput)
    .output(signupOutput)
    .mutation(async ({ ctx, input }) => signedIn(ctx, await openIdSignup(ctx, input))),

  openIdLogin: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/openid/login",
        tags,
        protect: false,
        summary: "Sign in with a linked account at a provider",
      },
      refuses: [
        "OPENID_REFUSED",
        "OPENID_UNKNOWN",
        "WAY_IN_SUSPENDED",
        ...CODE_REFUSALS,
        "ACCOUNT_CLOSING",
        "ACCOUNT_FROZEN",
      ],
      withoutFactor: true,
    })
    .input(openIdLoginInput)
    .output(loginOutput)
    .mutation(async ({ ctx, input }) => signedIn(ctx, await openIdLogin(ctx, input, forPrograms))),

  /** tRPC only, as `loginBrowser`. */
  openIdLoginBrowser: publicProcedure
    .meta({ withoutFactor: true })
    .input(openIdLoginInput)
    .output(browserLoginOutput)
    .mutation(async ({ ctx, input }) => signedIn(ctx, await openIdLogin(ctx, input, forBrowsers))),
};
