import { TRPCClientError } from "@trpc/client";
import { describe, expect, it } from "vitest";
import { kindOf } from "./PageError.kind.ts";

const CHUNK = new TypeError("Failed to fetch dynamically imported module: http://localhost/assets/Wallet-abc.js");
const SILENCE = new TRPCClientError("Failed to fetch");
const BUG = new TypeError("x is not a function");
const fine = { onLine: true, lost: false };

describe("why a page is not shown", () => {
  it.each([
    ["a part of the app that was never fetched, without a connection", CHUNK, { onLine: false, lost: true }, "offline"],
    ["a part of the app, of a server that is gone", CHUNK, { onLine: true, lost: true }, "unreachable"],
    ["a part of the app that a newer version has replaced", CHUNK, fine, "outdated"],
    ["data, without a connection", SILENCE, { onLine: false, lost: true }, "offline"],
    ["data, of a server that does not answer", SILENCE, fine, "unreachable"],
    ["a fault of ours", BUG, fine, "fault"],
    ["a fault of ours, without a connection", BUG, { onLine: false, lost: true }, "fault"],
  ])("%s", (_, error, where, kind) => expect(kindOf(error, where)).toBe(kind));
});
