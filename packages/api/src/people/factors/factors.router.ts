import {
  addPasskeyInput,
  beginTotpOutput,
  confirmTotpInput,
  doneForSession,
  listFactorsOutput,
  passkeyOptionsOutput,
  recoveryCodesOutput,
  removeFactorInput,
} from "@bbux/contract";
import { accountProcedure, router } from "../../platform/calls/index.ts";
import { goesOn } from "../accounts/index.ts";
import { beginTotp, confirmTotp, regenerateRecoveryCodes, removeFactor } from "./factors.commands.ts";
import { listFactors } from "./factors.queries.ts";
import { addPasskey, passkeyCreationOptions } from "./passkeys.commands.ts";

const tags = ["auth"];

export const factorsRouter = router({
  list: accountProcedure
    .meta({
      openapi: { method: "GET", path: "/auth/factors", tags, summary: "The caller's second factors" },
      withoutFactor: true,
    })
    .output(listFactorsOutput)
    .query(({ ctx }) => listFactors(ctx)),

  beginTotp: accountProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/factors/totp", tags, summary: "Begin to set up an authenticator app" },
      refuses: ["SECOND_FACTOR_EXISTS"],
      stepUp: true,
      withoutFactor: true,
    })
    .output(beginTotpOutput)
    .mutation(({ ctx }) => beginTotp(ctx)),

  confirmTotp: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/factors/totp/confirm",
        tags,
        summary: "Confirm the app with a code of it, and get the recovery codes",
      },
      refuses: ["SECOND_FACTOR_WRONG", "NO_SECOND_FACTOR"],
      stepUp: true,
      withoutFactor: true,
    })
    .input(confirmTotpInput)
    .output(recoveryCodesOutput)
    .mutation(({ ctx, input }) => confirmTotp(ctx, input.code)),

  passkeyOptions: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/factors/passkeys/options",
        tags,
        summary: "What the browser needs to make a new passkey",
      },
      stepUp: true,
      withoutFactor: true,
    })
    .output(passkeyOptionsOutput)
    .mutation(({ ctx }) => passkeyCreationOptions(ctx)),

  addPasskey: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/factors/passkeys",
        tags,
        summary: "Add a passkey, and get recovery codes with the first factor",
      },
      refuses: ["PASSKEY_REFUSED", "PASSKEY_EXISTS", "TOO_MANY_PASSKEYS"],
      stepUp: true,
      withoutFactor: true,
    })
    .input(addPasskeyInput)
    .output(recoveryCodesOutput)
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),

  remove: accountProcedure
    .meta({
      openapi: {
        method: "DELETE",
        path: "/auth/factors/{id}",
        tags,
        summary: "Remove a second factor; every other session ends",
      },
      refuses: ["LAST_WAY_IN"],
      stepUp: true,
      withoutFactor: true,
    })
    .input(removeFactorInput)
    .output(doneForSession)
    .mutation(async ({ ctx, input }) => goesOn(ctx, await removeFactor(ctx, input.id))),

  regenerateRecoveryCodes: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/recovery-codes",
        tags,
        summary: "Get new recovery codes; the earlier ones no longer work",
      },
      refuses: ["NO_SECOND_FACTOR"],
      stepUp: true,
      withoutFactor: true,
    })
    .output(recoveryCodesOutput)
    .mutation(({ ctx }) => regenerateRecoveryCodes(ctx)),
});
