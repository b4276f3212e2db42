import { createSetupLink } from "@bbux/api/operator";
import { createTag, TEST_PASSWORD } from "../../testing.ts";
import { badPasswordCases } from "./cases.passwords.ts";
import type { Case } from "./cases.ts";
import type { World } from "./world.ts";

/** Setup links work only without an admin, so there is none until {@link withAdmin}. @returns a token */
async function withoutAdmin({ t }: World): Promise<string> {
  await t.database.ownerDb.updateTable("users").set({ role: "moderator" }).where("role", "=", "admin").execute();
  return (await createSetupLink(t.database.db, t.services.now())) ?? "";
}

/** The admin of the other cases is one again. @returns the token of a link that no longer works */
async function withAdmin(world: World): Promise<string> {
  const token = await withoutAdmin(world);
  const { t, admin } = world;
  await t.database.ownerDb.updateTable("users").set({ role: "admin" }).where("id", "=", admin.id).execute();
  return token;
}

const account = (world: World) => {
  const username = world.unique();
  return { username, email: `${username}@example.org`, password: TEST_PASSWORD };
};

export const setupCases: Record<string, Case[]> = {
  "setup-check": [
    { title: "accepts a link that works", input: async (world) => ({ token: await withoutAdmin(world) }) },
    {
      title: "refuses a link once there is an admin",
      restores: true,
      input: async (world) => ({ token: await withAdmin(world) }),
      refused: "FORBIDDEN",
    },
  ],
  "setup-createAdmin": [
    {
      title: "makes the first admin",
      input: async (world) => ({ token: await withoutAdmin(world), ...account(world) }),
    },
    {
      title: "refuses a username that is taken",
      input: async (world) => ({ token: await withoutAdmin(world), ...account(world), username: "helper" }),
      refused: "USERNAME_TAKEN",
    },
    {
      title: "refuses an email address that is taken",
      input: async (world) => ({ token: await withoutAdmin(world), ...account(world), email: world.helper.email }),
      refused: "EMAIL_TAKEN",
    },
    ...badPasswordCases((choose) => ({
      input: async (world) => {
        const admin = account(world);
        return { token: await withoutAdmin(world), ...admin, password: choose(admin) };
      },
    })),
    {
      title: "refuses a link once there is an admin",
      restores: true,
      input: async (world) => ({ token: await withAdmin(world), ...account(world) }),
      refused: "FORBIDDEN",
    },
  ],
  "setup-state": [{ title: "returns sets of tags", as: "admin" }],
  "setup-addTags": [
    { title: "adds sets of tags", as: "admin", input: () => ({ sets: ["everyday"] }), varies: ["added"] },
    {
      title: "adds custom tags",
      as: "admin",
      input: (world) => ({ names: [world.unique()] }),
      varies: ["added"],
    },
    {
      title: "refuses the name of a tag",
      as: "admin",
      input: async (world) => {
        const name = world.unique();
        await createTag(world.t.database, name);
        return { names: [name.toUpperCase()] };
      },
      refused: "TAG_EXISTS",
    },
    { title: "refuses an unknown set", as: "admin", input: () => ({ sets: ["secrets"] }), refused: "VALIDATION_ERROR" },
  ],
  "setup-testMail": [{ title: "sends a mail", as: "admin", input: () => ({ email: "ops@example.org" }) }],
  "setup-testChain": [{ title: "asks the node and the signer", as: "admin", varies: ["chain"] }],
};
