import { changeEmailInput, done, resendVerificationOutput, verifyEmailInput } from "@bbux/contract";
import { accountProcedure, publicProcedure, router } from "../../platform/calls/index.ts";
import { confirmEmailChange } from "./confirm.command.ts";
import { requestEmailChange } from "./request.command.ts";
import { undoEmailChange } from "./undo.command.ts";

const tags = ["auth"];

export const emailChangeRouter = router({
  request: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/email",
        tags,
        summary: "Ask for a mail to a new email address, with a link that changes it",
        description: "The answer is the same whether or not another account has the address.",
      },
      refuses: ["ACCOUNT_FROZEN", "EMAIL_UNVERIFIED"],
      stepUp: true,
    })
    .input(changeEmailInput)
    .output(resendVerificationOutput)
    .mutation(({ ctx, input }) => requestEmailChange(ctx, input)),

  confirm: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/email/confirm",
        tags,
        protect: false,
        summary: "Change the email address with the token of the mail: once, within 24 hours",
      },
      refuses: ["EMAIL_LINK_INVALID", "EMAIL_LINK_EXPIRED", "EMAIL_LINK_USED", "EMAIL_TAKEN", "ACCOUNT_FROZEN"],
    })
    .input(verifyEmailInput)
    .output(done)
    .mutation(({ ctx, input }) => confirmEmailChange(ctx, input)),

  undo: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/email/undo",
        tags,
        protect: false,
        summary: "Bring the former email address back with the token mailed to it: within 7 days",
        description: "It also signs everyone out, and freezes the account until a new password is set by mail.",
      },
      refuses: ["EMAIL_LINK_INVALID", "EMAIL_LINK_EXPIRED", "EMAIL_LINK_USED"],
    })
    .input(verifyEmailInput)
    .output(done)
    .mutation(({ ctx, input }) => undoEmailChange(ctx, input)),
});
