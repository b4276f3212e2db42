import { TRPCClientError } from "@trpc/client";
import { describe, expect, it } from "vitest";
import { kindOf } from "./PageError.kind.ts";

const CHUNK = new TypeError("Failed to fetch dynamically imported module: http://localhost/assets/Wallet-abc.js");
const SILENCE = new TRPCClientError("Failed to fetch");
const BUG = new TypeError("x is not a function");
const fine = { onLine: true, lost: false };

describe("why a page is not shown", () => {
  it.each([
    ["a part of the app that was never loaded, without a connection", CHUNK, { onLine: false, lost: true }, "offline"],
    ["a part of the app, with the server down", CHUNK, { onLine: true, lost: true }, "unreachable"],
    ["a part of the app that a newer version has replaced", CHUNK, fine, "outdated"],
    ["data, without a connection", SILENCE, { onLine: false, lost: true }, "offline"],
    ["data, with the server not responding", SILENCE, fine, "unreachable"],
    ["a bug in the app", BUG, fine, "fault"],
    ["a bug in the app, without a connection", BUG, { onLine: false, lost: true }, "fault"],
  ])("%s", (_, error, where, kind) => expect(kindOf(error, where)).toBe(kind));
});
