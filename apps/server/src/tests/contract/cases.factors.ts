import { LIMITS } from "@bbux/contract";
import { TEST_PASSWORD, type TestMember } from "../../testing.ts";
import { addPasskey, optionsToAdd, optionsToUse, Passkey } from "../passkeys.support.ts";
import { ageProof, ageProofs, codeOf, enroll, spendCodes } from "../second-factor.support.ts";
import { call, ok } from "../support.ts";
import { joinWithWallet, linkWallet, toLink, toSignIn, Wallet } from "../wallets.support.ts";
import { openIdStepUpCases } from "./cases.openid.ts";
import type { Case } from "./cases.ts";
import { recovered } from "./recovered.ts";
import { shared, type World } from "./world.ts";

let joined = 0;

/** A new member with an authenticator app. */
async function guarded(world: World) {
  const member = await world.fresh();
  return { member, ...(await enroll(world.t, member)) };
}

/** A new member who has begun to set up an authenticator app. */
async function begun(world: World): Promise<{ member: TestMember; secret: string }> {
  const member = await world.fresh();
  return { member, secret: ok(await call(world.t, "POST", "/auth/factors/totp", { as: member })).secret };
}

/** A new member whose last proof is too old. */
export async function stale(world: World): Promise<TestMember> {
  const member = await world.fresh();
  await ageProofs(world.t, member);
  return member;
}

/** A new member with an authenticator app, whose last proof is too old. */
export async function staleGuarded(world: World): Promise<TestMember> {
  const { member } = await guarded(world);
  await ageProofs(world.t, member);
  return member;
}

/** The same, as an admin: one more, so it comes after the cases about the last one. */
export async function staleGuardedAdmin(world: World): Promise<TestMember> {
  const member = await staleGuarded(world);
  await world.t.database.ownerDb.updateTable("users").set({ role: "admin" }).where("id", "=", member.id).execute();
  return member;
}

/** Another session of the admin, whose proof is too old. */
export const staleAdmin = shared(async ({ t, admin }): Promise<TestMember> => {
  const body = { email: admin.email, password: TEST_PASSWORD };
  const { token, refreshToken } = ok(await call(t, "POST", "/auth/login", { body }));
  await ageProof(t, token);
  return { ...admin, token, refreshToken, headers: { authorization: `Bearer ${token}` } };
});

/** A moderator whose days without a second factor are over. */
export const overdueModerator = shared(async (world) => {
  const member = await world.fresh();
  const { ownerDb } = world.t.database;
  await ownerDb.updateTable("users").set({ role: "moderator" }).where("id", "=", member.id).execute();
  await ownerDb
    .updateTable("users")
    .set({ staff_since: new Date(0) })
    .where("id", "=", member.id)
    .execute();
  return member;
});

/** A new member who adds a passkey. */
function added(make: (world: World) => Promise<Passkey>, how: Parameters<Passkey["make"]>[1] = {}): Case["caller"] {
  return async (world) => {
    const member = await world.fresh();
    const passkey = (await make(world)).make(await optionsToAdd(world.t, member), how);
    return { member, input: { name: "Phone", passkey } };
  };
}

export const factorCases: Record<string, Case[]> = {
  "auth-login": [
    {
      title: "returns user, token and refresh token without a session [C7.12 M7.28 M6.06]",
      input: ({ helper }) => ({ email: helper.email, password: TEST_PASSWORD }),
    },
    {
      title: "refuses a wrong password",
      input: ({ helper }) => ({ email: helper.email, password: "a password no one has" }),
      refused: "INVALID_CREDENTIALS",
    },
    {
      title: "refuses a member whose account is about to be closed",
      input: async (world) => ({ email: (await world.closing()).email, password: TEST_PASSWORD }),
      refused: "ACCOUNT_CLOSING",
    },
    {
      title: "refuses a member whose account is frozen",
      input: async (world) => ({ email: (await world.frozen()).email, password: TEST_PASSWORD }),
      refused: "ACCOUNT_FROZEN",
    },
    {
      title: "takes a code of a member with a second factor",
      input: async (world) => {
        const { member, secret } = await guarded(world);
        return { email: member.email, password: TEST_PASSWORD, code: codeOf(secret) };
      },
    },
    {
      title: "refuses a member with a second factor without a code",
      input: async (world) => ({ email: (await guarded(world)).member.email, password: TEST_PASSWORD }),
      refused: "SECOND_FACTOR_REQUIRED",
    },
    {
      title: "refuses a wrong code",
      input: async (world) => ({ email: (await guarded(world)).member.email, password: TEST_PASSWORD, code: "wrong" }),
      refused: "SECOND_FACTOR_WRONG",
    },
    {
      title: "refuses any code of an app after many wrong ones",
      input: async (world) => {
        const { member } = await guarded(world);
        await spendCodes(world.t, member);
        return { email: member.email, password: TEST_PASSWORD, code: "123456" };
      },
      refused: "SECOND_FACTOR_LOCKED",
    },
  ],
  "auth-stepUp": [
    {
      title: "takes the password",
      caller: async (world) => ({ member: await stale(world), input: { password: TEST_PASSWORD } }),
    },
    {
      title: "refuses a wrong password",
      caller: async (world) => ({ member: await stale(world), input: { password: "a wrong guess" } }),
      refused: "WRONG_PASSWORD",
    },
    {
      title: "refuses the password of a member with a second factor",
      caller: async (world) => ({ member: (await guarded(world)).member, input: { password: TEST_PASSWORD } }),
      refused: "SECOND_FACTOR_REQUIRED",
    },
    {
      title: "refuses a wrong code",
      caller: async (world) => ({ member: (await guarded(world)).member, input: { code: "wrong" } }),
      refused: "SECOND_FACTOR_WRONG",
    },
    {
      title: "refuses any code of an app after many wrong ones",
      caller: async (world) => {
        const { member } = await guarded(world);
        const { id } = ok(await call(world.t, "GET", "/auth/sessions", { as: member })).sessions[0];
        await spendCodes(world.t, member, `session:${id}`);
        return { member, input: { code: "123456" } };
      },
      refused: "SECOND_FACTOR_LOCKED",
    },
    {
      title: "takes a passkey",
      caller: async (world) => {
        const member = await world.fresh();
        const { passkey } = await addPasskey(world.t, member);
        return { member, input: { passkey: passkey.use(await optionsToUse(world.t)) } };
      },
    },
    {
      title: "takes a linked wallet",
      caller: async (world) => {
        const member = await world.fresh();
        const wallet = await linkWallet(world.t, member);
        return { member, input: { wallet: wallet.sign(await toSignIn(world.t)) } };
      },
    },
    {
      title: "refuses what a wallet signed for something else",
      caller: async (world) => {
        const member = await world.fresh();
        return { member, input: { wallet: new Wallet().sign(await toLink(world.t, member)) } };
      },
      refused: "WALLET_REFUSED",
    },
    {
      title: "refuses a wallet that isn't linked",
      caller: async (world) => ({
        member: await world.fresh(),
        input: { wallet: new Wallet().sign(await toSignIn(world.t)) },
      }),
      refused: "WALLET_UNKNOWN",
    },
    ...openIdStepUpCases,
    {
      title: "refuses a suspended passkey",
      caller: async (world) => {
        const { passkey, member } = await recovered(world, (added) => addPasskey(world.t, added));
        return { member, input: { passkey: passkey.use(await optionsToUse(world.t)) } };
      },
      refused: "WAY_IN_SUSPENDED",
    },
    {
      title: "refuses another member's passkey",
      caller: async (world) => {
        const { passkey } = await addPasskey(world.t, await world.fresh());
        return { member: await world.fresh(), input: { passkey: passkey.use(await optionsToUse(world.t)) } };
      },
      refused: "PASSKEY_REFUSED",
    },
    {
      title: "refuses a code of a member without a second factor",
      caller: async (world) => ({ member: await stale(world), input: { code: "123456" } }),
      refused: "NO_SECOND_FACTOR",
    },
  ],
  "factors-list": [
    {
      title: "returns the caller's",
      caller: async (world) => ({ member: (await guarded(world)).member, input: undefined }),
      varies: ["factors"],
    },
  ],
  "factors-beginTotp": [
    {
      title: "returns a secret",
      caller: async (world) => ({ member: await world.fresh(), input: undefined }),
      varies: ["secret", "uri"],
    },
    {
      title: "refuses a second app",
      caller: async (world) => ({ member: (await guarded(world)).member, input: undefined }),
      refused: "SECOND_FACTOR_EXISTS",
    },
  ],
  "factors-confirmTotp": [
    {
      title: "returns the recovery codes",
      caller: async (world) => {
        const { member, secret } = await begun(world);
        return { member, input: { code: codeOf(secret) } };
      },
      varies: ["recoveryCodes"],
    },
    {
      title: "refuses a wrong code",
      caller: async (world) => ({ member: (await begun(world)).member, input: { code: "wrong" } }),
      refused: "SECOND_FACTOR_WRONG",
    },
    {
      title: "refuses before it has begun",
      caller: async (world) => ({ member: await world.fresh(), input: { code: "123456" } }),
      refused: "NO_SECOND_FACTOR",
    },
  ],
  "auth-passkeyOptions": [{ title: "returns what the browser needs, without a session", varies: ["options"] }],
  "auth-passkeyLogin": [
    {
      title: "returns user, token and refresh token without a session",
      input: async ({ t, fresh }) => {
        const { passkey } = await addPasskey(t, await fresh());
        return { passkey: passkey.use(await optionsToUse(t)) };
      },
    },
    {
      title: "refuses a passkey that no one has added",
      input: async ({ t }) => ({ passkey: new Passkey().use(await optionsToUse(t)) }),
      refused: "PASSKEY_REFUSED",
    },
    {
      title: "refuses a passkey that was added shortly before a recovery",
      input: async (world) => {
        const { passkey } = await recovered(world, (member) => addPasskey(world.t, member));
        return { passkey: passkey.use(await optionsToUse(world.t)) };
      },
      refused: "WAY_IN_SUSPENDED",
    },
    {
      title: "refuses a passkey of an account that is about to be closed",
      input: async ({ t, fresh, closing }) => {
        const member = await fresh();
        const { passkey } = await addPasskey(t, member);
        await closing(member);
        return { passkey: passkey.use(await optionsToUse(t)) };
      },
      refused: "ACCOUNT_CLOSING",
    },
    {
      title: "refuses a passkey of a frozen account",
      input: async ({ t, fresh, frozen }) => {
        const member = await fresh();
        const { passkey } = await addPasskey(t, member);
        await frozen(member);
        return { passkey: passkey.use(await optionsToUse(t)) };
      },
      refused: "ACCOUNT_FROZEN",
    },
    { title: "requires a passkey", input: () => ({}), refused: "VALIDATION_ERROR" },
  ],
  "factors-passkeyOptions": [
    {
      title: "returns what the browser needs",
      caller: async (world) => ({ member: await world.fresh(), input: undefined }),
      varies: ["options"],
    },
  ],
  "factors-addPasskey": [
    {
      title: "returns recovery codes with the first factor",
      caller: added(async () => new Passkey()),
      varies: ["recoveryCodes"],
    },
    {
      title: "refuses a passkey that was made on another site",
      caller: added(async () => new Passkey(), { origin: "https://evil.example" }),
      refused: "PASSKEY_REFUSED",
    },
    {
      title: "refuses another member's passkey",
      caller: added(async ({ t, fresh }) => (await addPasskey(t, await fresh())).passkey),
      refused: "PASSKEY_EXISTS",
    },
    {
      title: "refuses an eleventh",
      caller: async (world) => {
        const member = await world.fresh();
        for (let nth = 0; nth < LIMITS.passkeys; nth++) await addPasskey(world.t, member);
        return { member, input: { name: "Phone", passkey: new Passkey().make(await optionsToAdd(world.t, member)) } };
      },
      refused: "TOO_MANY_PASSKEYS",
    },
  ],
  "factors-remove": [
    {
      title: "removes the caller's",
      caller: async (world) => {
        const { member } = await guarded(world);
        const { factors } = ok(await call(world.t, "GET", "/auth/factors", { as: member }));
        return { member, input: { id: factors[0].id } };
      },
    },
    {
      title: "keeps the last way in",
      caller: async (world) => {
        const { member } = await joinWithWallet(world.t, `by-passkey-${joined++}`);
        await addPasskey(world.t, member);
        const { logins } = ok(await call(world.t, "GET", "/auth/ways-in", { as: member }));
        ok(await call(world.t, "DELETE", `/auth/ways-in/${logins[0].id}`, { as: member }));
        const { factors } = ok(await call(world.t, "GET", "/auth/factors", { as: member }));
        return { member, input: { id: factors[0].id } };
      },
      refused: "LAST_WAY_IN",
    },
  ],
  "factors-regenerateRecoveryCodes": [
    {
      title: "returns new ones",
      caller: async (world) => ({ member: (await guarded(world)).member, input: undefined }),
      varies: ["recoveryCodes"],
    },
    {
      title: "refuses without a second factor",
      caller: async (world) => ({ member: await world.fresh(), input: undefined }),
      refused: "NO_SECOND_FACTOR",
    },
  ],
};
