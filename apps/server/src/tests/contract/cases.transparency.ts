import { makeCheckpoint, sealLog } from "@bbux/api";
import type { Case } from "./cases.ts";
import type { World } from "./world.ts";

const sealed = async ({ t, post }: World) => {
  await post({ bountyAmount: 1 });
  await sealLog(t.services);
};

export const transparencyCases: Record<string, Case[]> = {
  "transparency-get": [{ title: "shows a visitor books, chain and checkpoints [M3.10]", varies: ["reserves"] }],
  "transparency-log": [
    {
      title: "returns a page of sealed entries [M3.09]",
      input: async (world) => {
        await sealed(world);
        return { after: 0, limit: 2 };
      },
      same: true,
    },
    { title: "refuses a limit of zero", input: () => ({ limit: 0 }), refused: "VALIDATION_ERROR" },
    { title: "refuses a position before the first", input: () => ({ after: -1 }), refused: "VALIDATION_ERROR" },
  ],
  "transparency-checkpoints": [
    {
      title: "returns the latest checkpoints [M3.10]",
      input: async ({ t }) => {
        await makeCheckpoint(t.services);
        return {};
      },
      same: true,
    },
    { title: "refuses an invalid day", input: () => ({ before: "yesterday" }), refused: "VALIDATION_ERROR" },
  ],
  "transparency-proof": [
    {
      title: "proves the caller's own balance [M3.10]",
      caller: async ({ t, asker }) => {
        await makeCheckpoint(t.services);
        return { member: asker, input: undefined };
      },
    },
    { title: "says that a member without a balance isn't in the tree", as: "helper" },
  ],
  "transparency-setCode": [
    {
      title: "changes the caller's code [M3.10]",
      as: "asker",
      input: () => ({ code: "a code of my own" }),
      same: true,
    },
    {
      title: "refuses a code that could be guessed",
      as: "asker",
      input: () => ({ code: "12345" }),
      refused: "VALIDATION_ERROR",
    },
  ],
};
