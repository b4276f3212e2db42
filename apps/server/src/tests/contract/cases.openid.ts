import { LIMITS } from "@bbux/contract";
import type { Lie } from "../../testing.openid.ts";
import type { TestMember } from "../../testing.ts";
import { comeBack, goToLink, goToProvider, linkAccount, proofOf, type Trip } from "../openid.support.ts";
import { codeOf, enroll, spendCodes } from "../second-factor.support.ts";
import { ok } from "../support.ts";
import type { Case } from "./cases.ts";
import { recovered } from "./recovered.ts";
import type { World } from "./world.ts";

let joined = 0;
const newName = () => `at-acme-${joined++}`;

/** A new member, and the name of an account at the provider that is linked to them. */
async function linked(world: World): Promise<{ member: TestMember; name: string }> {
  const [member, name] = [await world.fresh(), newName()];
  await linkAccount(world.t, member, name);
  return { member, name };
}

/** The input of a sign-up. */
const signup = (change: (world: World) => Promise<object>) => async (world: World) => {
  const username = newName();
  const proof = await proofOf(world.t, username);
  return { username, email: `${username}@example.org`, proof, ...(await change(world)) };
};

/** The input of a sign-in, of a member with an authenticator app. */
const guarded =
  (code: (secret: string) => object, isLocked = false) =>
  async (world: World) => {
    const { member, name } = await linked(world);
    const { secret } = await enroll(world.t, member);
    if (isLocked) await spendCodes(world.t, member);
    return { proof: await proofOf(world.t, name), ...code(secret) };
  };

/** A proof of an account of this name that was made for a new member to link it. */
const linkingProof = async ({ t }: World, as: TestMember, name: string): Promise<string> =>
  ok(await comeBack(t, await goToLink(t, as, name))).proof;

/** A new member who links an account. */
const linking = (choose: (world: World, member: TestMember) => Promise<string>) => async (world: World) => {
  const member = await world.fresh();
  const name = await choose(world, member);
  return { member, input: { proof: await linkingProof(world, member, name) } };
};

/** What comes back from a provider that lies. */
const lying =
  (lie: Lie, again = false) =>
  async (world: World) => {
    const trip: Trip = await goToProvider(world.t, newName(), { again });
    world.provider.lieOnce(lie);
    return trip;
  };

/** A new member who confirms with an account at the provider. */
const confirming = (open: (world: World) => Promise<{ member: TestMember; proof: string }>) => async (world: World) => {
  const { member, proof } = await open(world);
  return { member, input: { openId: proof } };
};

/** Cases of `auth-stepUp`. */
export const openIdStepUpCases: Case[] = [
  {
    title: "takes a linked account at a provider",
    caller: confirming(async (world) => {
      const { member, name } = await linked(world);
      return { member, proof: await proofOf(world.t, name, { again: true }) };
    }),
  },
  {
    title: "refuses a provider that wasn't told to ask again",
    caller: confirming(async (world) => {
      const { member, name } = await linked(world);
      return { member, proof: await proofOf(world.t, name) };
    }),
    refused: "OPENID_STALE",
  },
  {
    title: "refuses an account that isn't linked",
    caller: confirming(async (world) => ({
      member: await world.fresh(),
      proof: await proofOf(world.t, newName(), { again: true }),
    })),
    refused: "OPENID_UNKNOWN",
  },
  {
    title: "refuses what isn't a provider's proof",
    caller: confirming(async (world) => ({ member: await world.fresh(), proof: "AAAA" })),
    refused: "OPENID_REFUSED",
  },
];

export const openIdCases: Record<string, Case[]> = {
  "auth-openIdProviders": [{ title: "returns the configured ones" }],
  "auth-openIdStart": [
    { title: "returns where to go", input: () => ({ provider: "acme" }), varies: ["url", "flow"] },
    { title: "refuses an unknown provider", input: () => ({ provider: "nobody" }), refused: "NOT_FOUND" },
    {
      title: "says that a provider doesn't answer",
      input: () => ({ provider: "gone" }),
      refused: "PROVIDER_UNAVAILABLE",
    },
  ],
  "auth-openIdReturn": [
    {
      title: "returns a proof",
      input: ({ t }) => goToProvider(t, newName()),
      varies: ["proof", "account", "email"],
    },
    {
      title: "refuses an answer to another browser",
      input: async ({ t }) => ({
        ...(await goToProvider(t, newName())),
        answer: (await goToProvider(t, newName())).answer,
      }),
      refused: "OPENID_REFUSED",
    },
    {
      title: "says that the member canceled",
      input: ({ t }) => goToProvider(t, null),
      refused: "OPENID_CANCELED",
    },
    {
      title: "refuses a provider that didn't ask again",
      input: lying({ claims: (claims) => ({ ...claims, auth_time: 1_700_000_000 }) }, true),
      refused: "OPENID_STALE",
    },
    { title: "says that a provider fails", input: lying({ fails: true }), refused: "PROVIDER_UNAVAILABLE" },
  ],
  "auth-openIdSignup": [
    {
      title: "opens an account without a password",
      input: (world) => {
        return signup(async () => ({}))(world);
      },
      varies: ["user", "solanaAddress", "verificationLink"],
    },
    {
      title: "refuses a taken username",
      input: signup(async ({ asker }) => ({ username: asker.username })),
      refused: "USERNAME_TAKEN",
    },
    {
      title: "refuses a taken address",
      input: signup(async ({ asker }) => ({ email: asker.email })),
      refused: "EMAIL_TAKEN",
    },
    {
      title: "refuses a linked account",
      input: signup(async (world) => ({ proof: await proofOf(world.t, (await linked(world)).name) })),
      refused: "LOGIN_TAKEN",
    },
    { title: "refuses another text", input: signup(async () => ({ proof: "AAAA" })), refused: "OPENID_REFUSED" },
    {
      title: "refuses a wrong proof of work",
      input: signup(async () => ({ proofOfWork: "AAAA" })),
      refused: "PROOF_OF_WORK_REQUIRED",
    },
    { title: "requires a proof", input: () => ({}), refused: "VALIDATION_ERROR" },
  ],
  "auth-openIdLogin": [
    {
      title: "returns user, token and refresh token without a session",
      input: async (world) => ({ proof: await proofOf(world.t, (await linked(world)).name) }),
    },
    { title: "takes the code, too", input: guarded((secret) => ({ code: codeOf(secret) })) },
    { title: "asks for the code", input: guarded(() => ({})), refused: "SECOND_FACTOR_REQUIRED" },
    { title: "refuses a wrong code", input: guarded(() => ({ code: "wrong" })), refused: "SECOND_FACTOR_WRONG" },
    {
      title: "refuses any code of an app after many wrong ones",
      input: guarded(() => ({ code: "123456" }), true),
      refused: "SECOND_FACTOR_LOCKED",
    },
    { title: "refuses another text", input: () => ({ proof: "AAAA" }), refused: "OPENID_REFUSED" },
    {
      title: "refuses the account of one that is about to be closed",
      input: async (world) => {
        const { member, name } = await linked(world);
        await world.closing(member);
        return { proof: await proofOf(world.t, name) };
      },
      refused: "ACCOUNT_CLOSING",
    },
    {
      title: "refuses the account of a frozen one",
      input: async (world) => {
        const { member, name } = await linked(world);
        await world.frozen(member);
        return { proof: await proofOf(world.t, name) };
      },
      refused: "ACCOUNT_FROZEN",
    },
    {
      title: "says that the account is linked to none here",
      input: async ({ t }) => ({ proof: await proofOf(t, newName()) }),
      refused: "OPENID_UNKNOWN",
    },
    {
      title: "refuses a suspended account",
      input: async (world) => {
        const { name } = await recovered(world, async (member) => {
          const linkedName = newName();
          await linkAccount(world.t, member, linkedName);
          return { name: linkedName };
        });
        return { proof: await proofOf(world.t, name) };
      },
      refused: "WAY_IN_SUSPENDED",
    },
  ],
  "waysIn-openIdStart": [
    {
      title: "returns where to go",
      caller: async (world) => ({ member: await world.fresh(), input: { provider: "acme" } }),
      varies: ["url", "flow"],
    },
    {
      title: "refuses an unknown provider",
      caller: async (world) => ({ member: await world.fresh(), input: { provider: "nobody" } }),
      refused: "NOT_FOUND",
    },
    {
      title: "says that a provider doesn't answer",
      caller: async (world) => ({ member: await world.fresh(), input: { provider: "gone" } }),
      refused: "PROVIDER_UNAVAILABLE",
    },
  ],
  "waysIn-linkOpenId": [
    { title: "links an account", caller: linking(async () => newName()) },
    {
      title: "refuses a proof to sign in",
      caller: async (world) => ({
        member: await world.fresh(),
        input: { proof: await proofOf(world.t, newName(), { again: true }) },
      }),
      refused: "OPENID_REFUSED",
    },
    {
      title: "refuses one that is linked to the account",
      caller: linking(async ({ t }, member) => {
        const name = newName();
        await linkAccount(t, member, name);
        return name;
      }),
      refused: "LOGIN_EXISTS",
    },
    {
      title: "refuses one that is linked to another account",
      caller: linking(async (world) => (await linked(world)).name),
      refused: "LOGIN_TAKEN",
    },
    {
      title: "refuses an eleventh",
      caller: linking(async ({ t }, member) => {
        for (let nth = 0; nth < LIMITS.logins; nth++) await linkAccount(t, member, newName());
        return newName();
      }),
      refused: "TOO_MANY_LOGINS",
    },
  ],
};
