import { afterAll, beforeAll } from "vitest";
import { fileOf, operations } from "./document.ts";
import { testCases } from "./sweep.ts";
import { createWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

testCases(
  operations.filter((operation) => fileOf(operation) === "money"),
  () => world,
);
