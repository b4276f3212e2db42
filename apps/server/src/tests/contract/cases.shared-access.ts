import { noteTraces } from "@bbux/api";
import type { Case } from "./cases.ts";
import type { World } from "./world.ts";

const EXCHANGE = { kind: "wallet", value: "5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9" } as const;
const mark = { kind: "wallet", trace: EXCHANGE.value, isPublic: true, reason: "An exchange pays from it" };
const shared = async ({ t, asker, helper }: World) => {
  for (const { id } of [asker, helper]) await noteTraces(t.database.db, id, [EXCHANGE], t.services.now());
};

export const sharedAccessCases: Record<string, Case[]> = {
  "sharedAccess-list": [
    {
      title: "lists what several members used",
      as: "moderator",
      input: async (world) => {
        await shared(world);
        return {};
      },
    },
    { title: "lists what a member shares", as: "admin", input: ({ asker }) => ({ member: asker.username, limit: 5 }) },
  ],
  "sharedAccess-mark": [
    {
      title: "marks a wallet as a public place",
      as: "admin",
      input: async (world) => {
        await shared(world);
        return mark;
      },
    },
    { title: "takes the mark away", as: "admin", input: () => ({ ...mark, isPublic: false }) },
    {
      title: "refuses what no member has used",
      as: "admin",
      input: () => ({ ...mark, trace: "1".repeat(32) }),
      refused: "NOT_FOUND",
    },
    {
      title: "refuses what the admin uses",
      as: "admin",
      input: async ({ t, admin }) => {
        const own = { kind: "network", value: "of-the-admin-and-others" } as const;
        await noteTraces(t.database.db, admin.id, [own], t.services.now());
        return { ...mark, kind: "network", trace: own.value };
      },
      refused: "HAS_INTEREST",
    },
  ],
};
