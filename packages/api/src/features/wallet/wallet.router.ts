import { wallet } from "@bbux/contract";
import { accountProcedure, router } from "../../trpc.ts";
import { getWallet } from "./wallet.queries.ts";

export const walletRouter = router({
  get: accountProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/wallet",
        tags: ["wallet"],
        summary: "The caller's balance and latest transactions",
      },
    })
    .output(wallet)
    .query(({ ctx }) => getWallet(ctx.db, ctx.viewer.id)),
});
