import {
  changePasswordInput,
  done,
  forgotPasswordInput,
  loginInput,
  loginOutput,
  meOutput,
  refreshInput,
  resetPasswordInput,
  signupInput,
  signupOutput,
  tokens,
} from "@bbux/contract";
import { accountProcedure, publicProcedure, router } from "../../trpc.ts";
import { login, logout, refresh, signup } from "./auth.commands.ts";
import { getMe } from "./auth.queries.ts";
import { changePassword, forgotPassword, resetPassword } from "./passwords.commands.ts";

const tags = ["auth"];

export const authRouter = router({
  signup: publicProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/signup", tags, protect: false, summary: "Open an account" },
      refuses: ["USERNAME_TAKEN", "EMAIL_TAKEN"],
    })
    .input(signupInput)
    .output(signupOutput)
    .mutation(({ ctx, input }) => signup(ctx, input)),

  login: publicProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/login", tags, protect: false, summary: "Sign in" },
      refuses: ["INVALID_CREDENTIALS"],
    })
    .input(loginInput)
    .output(loginOutput)
    .mutation(({ ctx, input }) => login(ctx, input)),

  logout: publicProcedure
    .meta({ openapi: { method: "POST", path: "/auth/logout", tags, protect: false, summary: "End the session" } })
    .output(done)
    .mutation(({ ctx }) => logout(ctx)),

  me: accountProcedure
    .meta({ openapi: { method: "GET", path: "/auth/me", tags, summary: "Who the caller is" } })
    .output(meOutput)
    .query(async ({ ctx }) => ({ success: true, user: await getMe(ctx.db, ctx.viewer.id) })),

  refresh: publicProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/refresh", tags, protect: false, summary: "Exchange a refresh token" },
      refuses: ["UNAUTHENTICATED", "TOKEN_EXPIRED"],
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
      },
      refuses: ["WRONG_PASSWORD"],
    })
    .input(changePasswordInput)
    .output(done)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),

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
      refuses: ["RESET_LINK_INVALID"],
    })
    .input(resetPasswordInput)
    .output(done)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
});
