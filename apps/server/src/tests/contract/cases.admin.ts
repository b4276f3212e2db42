import { scanHotWallet } from "@bbux/api";
import { listSuspense, raiseAlert } from "@bbux/api/operator";
import { SOL } from "../wallet.support.ts";
import type { Case } from "./cases.ts";
import type { World } from "./world.ts";

const reason = "A drill";
/** SOL that came to the hot wallet from nobody. @returns the id of its item */
const unclaimed = async ({ t, chain }: World) => {
  const signature = await chain.airdrop(t.services.platformWallet.address, SOL);
  await scanHotWallet(t.services);
  const { items } = await listSuspense(t.database.db);
  return items.find((item) => item.signature === signature)?.id ?? "";
};
const alert = async ({ t, unique }: World) => {
  const subject = unique();
  await raiseAlert(t.services, { kind: "large_deposit", subject, detail: "5 SOL" });
  const row = t.database.db.selectFrom("alerts").select("id").where("subject", "=", subject);
  return String((await row.executeTakeFirstOrThrow()).id);
};

export const adminCases: Record<string, Case[]> = {
  "admin-users": [
    { title: "gives users and pagination [C7.59 C3.29]", as: "admin" },
    {
      title: "searches, sorts and narrows",
      as: "admin",
      input: () => ({ search: "MODER", sort: "reputation", role: "moderator", suspended: false, page: 1, limit: 5 }),
    },
    {
      title: "refuses a sort that there is not",
      as: "admin",
      input: () => ({ sort: "luck" }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "admin-stats": [{ title: "gives stats [C7.60 C3.30]", as: "admin" }],
  "admin-setRole": [
    {
      title: "gives a role [C7.61 C6.18]",
      as: "admin",
      input: async (world) => ({ id: (await world.fresh()).id, role: "moderator" }),
    },
    {
      title: "knows three roles [C3.02]",
      as: "admin",
      input: ({ helper }) => ({ id: helper.id, role: "king" }),
      refused: "VALIDATION_ERROR",
    },
    {
      title: "keeps the last admin [C6.19]",
      as: "admin",
      input: ({ admin }) => ({ id: admin.id, role: "user" }),
      refused: "LAST_ADMIN",
    },
  ],
  "admin-audit": [
    { title: "lists what was done, the latest first [C6.27]", as: "admin" },
    { title: "narrows", as: "admin", input: () => ({ action: "role_changed", actor: "THE_ADMIN", limit: 5 }) },
  ],
  "admin-jobs": [{ title: "lists queues", as: "admin" }],
  "admin-runJob": [
    { title: "runs what is scheduled", as: "admin", input: () => ({ name: "learn-words" }) },
    { title: "knows no other", as: "admin", input: () => ({ name: "mine-coins" }), refused: "NOT_FOUND" },
  ],
  "admin-money": [
    {
      title: "says how payments stand",
      as: "admin",
      input: async (world) => {
        await alert(world);
        return undefined;
      },
      same: true,
    },
  ],
  "admin-stopWithdrawals": [{ title: "stops payments", as: "admin", input: () => ({ reason }) }],
  "admin-resumeWithdrawals": [{ title: "lets them go on", as: "admin", input: () => ({ reason }) }],
  "admin-suspense": [{ title: "lists what is nobody's", as: "admin" }],
  "admin-resolveSuspense": [
    {
      title: "gives it to a member",
      as: "admin",
      input: async (world) => ({ id: await unclaimed(world), username: "Helper", reason }),
    },
    {
      title: "records it as the operator's float",
      as: "admin",
      input: async (world) => ({ id: await unclaimed(world), username: null, reason }),
    },
  ],
  "admin-closeAlert": [
    { title: "closes it", as: "admin", input: async (world) => ({ id: await alert(world), reason }) },
  ],
};
