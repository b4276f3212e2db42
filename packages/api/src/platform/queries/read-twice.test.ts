import type { Database } from "@bbux/db";
import { expect, it, vi } from "vitest";
import { AppError } from "../errors/errors.ts";
import { readTwice } from "./read-twice.ts";

const [primary, replica] = [{} as Database, {} as Database];
const places = { reads: replica, db: primary };

it("what isn't found is looked for at the primary once more", async () => {
  const refusing = vi.fn(async (from: Database) => {
    if (from === replica) throw new AppError("NOT_FOUND");
    return "here";
  });
  expect(await readTwice(places, refusing)).toBe("here");
  const telling = async (from: Database) => (from === replica ? null : "here");
  expect(await readTwice(places, telling, (found) => found === null)).toBe("here");
  expect(await readTwice(places, telling)).toBe(null);
});

it("other refusals are told at once, and the primary isn't asked twice", async () => {
  const refusing = vi.fn(async () => {
    throw new AppError("VALIDATION_ERROR");
  });
  await expect(readTwice(places, refusing)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  expect(refusing).toHaveBeenCalledTimes(1);
  const missing = vi.fn(async () => {
    throw new AppError("NOT_FOUND");
  });
  await expect(readTwice({ reads: primary, db: primary }, missing)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(missing).toHaveBeenCalledTimes(1);
});
