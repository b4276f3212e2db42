import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { generateTypes, TYPES_FILE } from "./codegen.ts";
import { createTestDatabase } from "./testing.ts";

it("types.ts matches the migrations; if this fails, run `npm run db:types`", async () => {
  const database = await createTestDatabase();
  try {
    expect(await generateTypes(database.url)).toBe(readFileSync(TYPES_FILE, "utf8"));
  } finally {
    await database.drop();
  }
});
