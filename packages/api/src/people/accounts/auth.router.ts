import {
  byMailedLink,
  bySessionId,
  changePasswordInput,
  deleteAccountInput,
  deleteAccountOutput,
  done,
  doneForSession,
  endOthersOutput,
  forgotPasswordInput,
  keepByLinkInput,
  listSessionsOutput,
  meOutput,
  PASSWORD_CODES,
  refreshInput,
  resendVerificationOutput,
  resetPasswordInput,
  securityEventsInput,
  securityEventsOutput,
  stepUpInput,
  tokens,
  verifyEmailInput,
} from "@bbux/contract";
import { accountProcedure, memberProcedure, publicProcedure, router } from "../../platform/calls/index.ts";
import {
  changePassword,
  forgotPassword,
  getMe,
  logout,
  refresh,
  resendVerification,
  resetPassword,
  stepUp,
  verifyEmail,
} from "../auth/index.ts";
import { listSecurityEvents } from "../notifications/index.ts";
import { comeBy } from "../reputation/index.ts";
import { deleteAccount } from "./delete.command.ts";
import { freezeAccount, freezeByLink, undoAdded } from "./freeze.command.ts";
import { keepByLink } from "./keep.command.ts";
import { openIdCalls } from "./openid.router.ts";
import { endOtherSessions, endSession, listSessions } from "./sessions.commands.ts";
import { signInCalls } from "./sign-in.router.ts";
import { goesOn } from "./signed-in.ts";

const tags = ["auth"];

export const authRouter = router({
  ...signInCalls,
  ...openIdCalls,

  verifyEmail: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/verify-email",
        tags,
        protect: false,
        summary: "Confirm an email address with the token of the mail: once, within 24 hours",
      },
      refuses: ["EMAIL_LINK_INVALID", "EMAIL_LINK_EXPIRED", "EMAIL_LINK_USED"],
    })
    .input(verifyEmailInput)
    .output(done)
    .mutation(({ ctx, input }) => verifyEmail(ctx, input)),

  resendVerification: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/resend-verification",
        tags,
        summary: "Ask for another mail with a link that confirms the email address",
      },
    })
    .output(resendVerificationOutput)
    .mutation(({ ctx }) => resendVerification(ctx)),

  logout: publicProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/logout", tags, protect: false, summary: "End the session" },
      withoutFactor: true,
    })
    .output(done)
    .mutation(async ({ ctx }) => {
      const answer = await logout(ctx);
      ctx.clearSessionCookie();
      return answer;
    }),

  me: accountProcedure
    .meta({
      openapi: { method: "GET", path: "/auth/me", tags, summary: "Who the caller is" },
      withoutFactor: true,
    })
    .output(meOutput)
    .query(async ({ ctx }) => ({ success: true, user: await getMe(ctx, ctx.viewer.id) })),

  stepUp: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/step-up",
        tags,
        summary: "Prove again who the caller is, for what needs a fresh proof",
        description:
          "It counts for 10 minutes, and for this session alone. With a second factor it takes a passkey or a code, otherwise the password, a linked wallet, or a linked account at a provider, for which `POST /auth/openid/start` was asked to prompt again. Signing in counts, too.",
      },
      refuses: [
        "WRONG_PASSWORD",
        "SECOND_FACTOR_REQUIRED",
        "SECOND_FACTOR_WRONG",
        "SECOND_FACTOR_LOCKED",
        "NO_SECOND_FACTOR",
        "PASSKEY_REFUSED",
        "WALLET_REFUSED",
        "WALLET_UNKNOWN",
        "OPENID_REFUSED",
        "OPENID_STALE",
        "OPENID_UNKNOWN",
        "WAY_IN_SUSPENDED",
      ],
      withoutFactor: true,
    })
    .input(stepUpInput)
    .output(done)
    .mutation(({ ctx, input }) => stepUp(ctx, input)),

  refresh: publicProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/refresh", tags, protect: false, summary: "Exchange a refresh token" },
      refuses: ["UNAUTHENTICATED", "TOKEN_EXPIRED"],
      withoutFactor: true,
    })
    .input(refreshInput)
    .output(tokens)
    .mutation(({ ctx, input }) => refresh(ctx, input)),

  changePassword: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/change-password",
        tags,
        summary: "Set a new password; every other session ends",
        description: "Every earlier token of this session ends, too. A caller with a bearer token gets the next pair.",
      },
      refuses: ["WRONG_PASSWORD", "STEP_UP_REQUIRED", "PASSWORD_UNCHANGED", "EMAIL_UNVERIFIED", ...PASSWORD_CODES],
    })
    .input(changePasswordInput)
    .output(doneForSession)
    .mutation(async ({ ctx, input }) => goesOn(ctx, await changePassword(ctx, input))),

  forgotPassword: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/forgot-password",
        tags,
        protect: false,
        summary: "Ask for a mail with a link to set a new password",
        description: "The answer is the same whether or not the address is known.",
      },
      withoutFactor: true,
    })
    .input(forgotPasswordInput)
    .output(done)
    .mutation(({ ctx, input }) => forgotPassword(ctx, input)),

  resetPassword: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/reset-password",
        tags,
        protect: false,
        summary: "Set a new password with the token of the mail: once, within an hour",
      },
      refuses: ["RESET_LINK_INVALID", ...PASSWORD_CODES],
      withoutFactor: true,
    })
    .input(resetPasswordInput)
    .output(done)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),

  visit: memberProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/visit", tags, summary: "Say that one has come by today: it counts once" },
    })
    .output(done)
    .mutation(({ ctx }) => comeBy(ctx, ctx.viewer.id)),

  sessions: accountProcedure
    .meta({ openapi: { method: "GET", path: "/auth/sessions", tags, summary: "The caller's open sign-ins" } })
    .output(listSessionsOutput)
    .query(({ ctx }) => listSessions(ctx)),

  securityEvents: accountProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/auth/security-events",
        tags,
        summary: "What happened to the security of the caller's account",
      },
    })
    .input(securityEventsInput)
    .output(securityEventsOutput)
    .query(({ ctx, input }) => listSecurityEvents(ctx, ctx.viewer.id, input, ctx.language() ?? "en")),

  freeze: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/freeze",
        tags,
        summary: "Freeze the caller's account: sign everyone out, and hold withdrawals until the password is reset",
      },
    })
    .output(done)
    .mutation(({ ctx }) => freezeAccount(ctx)),

  freezeByLink: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/freeze-by-link",
        tags,
        protect: false,
        summary: "Freeze an account with the token of a mail about its security, without a session",
      },
      refuses: ["FREEZE_LINK_INVALID"],
    })
    .input(byMailedLink)
    .output(done)
    .mutation(({ ctx, input }) => freezeByLink(ctx, input)),

  keepByLink: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/keep-by-link",
        tags,
        protect: false,
        summary: "Keep an account that is about to be closed, with the token of the mail about it",
        description:
          "It also freezes the account until a new password is set, because the person who closed it may still be able to sign in. Needs no session.",
      },
      refuses: ["KEEP_LINK_INVALID"],
    })
    .input(keepByLinkInput)
    .output(done)
    .mutation(({ ctx, input }) => keepByLink(ctx, input)),

  undoAdded: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/undo-added",
        tags,
        protect: false,
        summary:
          "Remove an added second factor, wallet, or linked account with the token from the email about it: once",
        description: "It also freezes the account, because someone who could add it can sign in. Needs no session.",
      },
      refuses: ["UNDO_LINK_INVALID"],
    })
    .input(byMailedLink)
    .output(done)
    .mutation(({ ctx, input }) => undoAdded(ctx, input)),

  endSession: accountProcedure
    .meta({
      openapi: { method: "DELETE", path: "/auth/sessions/{id}", tags, summary: "End one of the caller's sign-ins" },
    })
    .input(bySessionId)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      const { answer, mark } = await endSession(ctx, input.id);
      if (input.id === ctx.session.familyId) ctx.clearSessionCookie();
      if (mark) ctx.rememberDevice(mark);
      return answer;
    }),

  endOtherSessions: accountProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/sessions/end-others", tags, summary: "End every sign-in but this one" },
    })
    .output(endOthersOutput)
    .mutation(async ({ ctx }) => goesOn(ctx, await endOtherSessions(ctx))),

  deleteAccount: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/delete-account",
        tags,
        summary: "Close the account for good; what was written stays without its author's name",
        description:
          "An account that holds BBUX or did in the last 7 days, that a waiting deposit or a bounty may still bring some, or that has a role or 50 points of reputation, closes some days later, at `closesAt`. Until then no one can sign in (`ACCOUNT_CLOSING`), and a link that is mailed keeps it, as do freezing it by link and resetting the password.",
      },
      refuses: [
        "WRONG_PASSWORD",
        "EMAIL_UNVERIFIED",
        "ACCOUNT_FROZEN",
        "WITHDRAWALS_FROZEN",
        "EMAIL_CHANGED_LATELY",
        "ACCOUNT_HAS_BOUNTIES",
        "ACCOUNT_HAS_WITHDRAWALS",
        "ACCOUNT_HAS_STAKE",
        "ACCOUNT_HAS_FUNDS",
        "PAYMENTS_HELD",
        "LAST_ADMIN",
      ],
      stepUp: true,
    })
    .input(deleteAccountInput)
    .output(deleteAccountOutput)
    .mutation(async ({ ctx, input }) => {
      const answer = await deleteAccount(ctx, input);
      ctx.clearSessionCookie();
      return answer;
    }),
});
