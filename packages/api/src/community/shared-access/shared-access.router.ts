import { done, listSharedAccessInput, listSharedAccessOutput, markPublicPlaceInput } from "@bbux/contract";
import { adminProcedure, moderatorProcedure, router } from "../../platform/calls/index.ts";
import { listSharedAccess } from "./list.query.ts";
import { markPublicPlace } from "./mark.command.ts";

const tags = ["moderation"];

export const sharedAccessRouter = router({
  list: moderatorProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/moderation/shared-access",
        tags,
        summary: "Networks, devices and wallets that several members used within 30 days",
        description: "Votes of their members on money count once.",
      },
    })
    .input(listSharedAccessInput)
    .output(listSharedAccessOutput)
    .query(({ ctx, input }) => listSharedAccess(ctx, input)),

  mark: adminProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/moderation/shared-access/public",
        tags,
        summary: "Mark a network or wallet as a public place, or take the mark away",
        description: "Strangers share it, such as the wallet of an exchange, so its members' votes count separately.",
      },
      refuses: ["NOT_FOUND", "HAS_INTEREST"],
      stepUp: true,
    })
    .input(markPublicPlaceInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await markPublicPlace(ctx, input);
      return { success: true };
    }),
});
