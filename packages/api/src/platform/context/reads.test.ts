import type { Database } from "@bbux/db";
import { expect, it } from "vitest";
import type { Viewer } from "./context.ts";
import { readsOf } from "./reads.ts";

const [primary, replica] = [{} as Database, {} as Database];

it("visitors read where it's chosen, and members at the primary", () => {
  const services = { db: primary, chooseReads: () => replica };
  expect([readsOf(services, null), readsOf(services, {} as Viewer)].map((db) => db === primary)).toEqual([false, true]);
});
