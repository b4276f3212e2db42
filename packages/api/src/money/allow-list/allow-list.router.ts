import { allowAddressInput, allowList, disallowAddressInput, setAllowListInput } from "@bbux/contract";
import { accountProcedure, router } from "../../platform/calls/index.ts";
import { allowAddress, disallowAddress, setAllowList } from "./allow-list.commands.ts";
import { getAllowList } from "./allow-list.queries.ts";

const tags = ["wallet"];

export const allowListRouter = router({
  get: accountProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/wallet/allow-list",
        tags,
        summary: "The addresses that the caller allows withdrawals to",
      },
    })
    .output(allowList)
    .query(({ ctx }) => getAllowList(ctx.db, ctx)),

  add: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/wallet/allow-list/add",
        tags,
        summary: "Add an address, which can be used 48 hours later",
      },
      refuses: ["ALLOW_LIST_FULL"],
      stepUp: true,
    })
    .input(allowAddressInput)
    .output(allowList)
    .mutation(({ ctx, input }) => allowAddress(ctx, input)),

  remove: accountProcedure
    .meta({
      openapi: { method: "POST", path: "/wallet/allow-list/remove", tags, summary: "Remove an address immediately" },
      stepUp: true,
    })
    .input(disallowAddressInput)
    .output(allowList)
    .mutation(({ ctx, input }) => disallowAddress(ctx, input)),

  set: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/wallet/allow-list/set",
        tags,
        summary: "Turn the list on, or off in 48 hours",
        description: "While it is on, withdrawals to other addresses are refused.",
      },
      stepUp: true,
    })
    .input(setAllowListInput)
    .output(allowList)
    .mutation(({ ctx, input }) => setAllowList(ctx, input)),
});
