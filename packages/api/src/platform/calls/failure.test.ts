import { TRPCError } from "@trpc/server";
import { expect, it } from "vitest";
import { z } from "zod";
import { toAppError } from "./failure.ts";

const misfit = z.object({ amount: z.string() }).safeParse({ amount: 1 }).error;

it("names the field of the input that is invalid", () => {
  const { code, details } = toAppError(new TRPCError({ code: "BAD_REQUEST", cause: misfit }));
  expect([code, details]).toEqual(["VALIDATION_ERROR", [expect.objectContaining({ field: "amount" })]]);
});

it("treats an invalid response as our bug, and reveals nothing about it to the caller", () => {
  const { code, details } = toAppError(new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause: misfit }));
  expect([code, details]).toEqual(["INTERNAL_ERROR", undefined]);
});
