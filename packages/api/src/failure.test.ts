import { TRPCError } from "@trpc/server";
import { expect, it } from "vitest";
import { z } from "zod";
import { toAppError } from "./failure.ts";

const misfit = z.object({ amount: z.string() }).safeParse({ amount: 1 }).error;

it("says which field of the input does not fit", () => {
  const { code, details } = toAppError(new TRPCError({ code: "BAD_REQUEST", cause: misfit }));
  expect([code, details]).toEqual(["VALIDATION_ERROR", [expect.objectContaining({ field: "amount" })]]);
});

it("takes an answer that does not fit for a bug of ours, and tells the caller nothing of it", () => {
  const { code, details } = toAppError(new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause: misfit }));
  expect([code, details]).toEqual(["INTERNAL_ERROR", undefined]);
});
