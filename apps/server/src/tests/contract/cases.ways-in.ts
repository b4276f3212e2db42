import { LIMITS } from "@bbux/contract";
import { sql } from "kysely";
import { TEST_PASSWORD, type TestMember } from "../../testing.ts";
import { codeOf, enroll, spendCodes } from "../second-factor.support.ts";
import { call, ok } from "../support.ts";
import { joinWithWallet, linkWallet, toLink, toSignIn, Wallet } from "../wallets.support.ts";
import { badPasswordCases } from "./cases.passwords.ts";
import type { Case } from "./cases.ts";
import { recovered } from "./recovered.ts";
import type { World } from "./world.ts";

const PASSWORD = "another good password";
let joined = 0;
const join = ({ t }: World) => joinWithWallet(t, `by-wallet-${joined++}`);

/** A new member, and a wallet that is linked to them. */
async function linked(world: World): Promise<{ member: TestMember; wallet: Wallet }> {
  const member = await world.fresh();
  return { member, wallet: await linkWallet(world.t, member) };
}

/** The input of a sign-up. */
const signup = (change: (world: World) => Promise<object>) => async (world: World) => {
  const username = `by-wallet-${joined++}`;
  const wallet = new Wallet().sign(await toSignIn(world.t));
  return { username, email: `${username}@example.org`, name: "Phantom", wallet, ...(await change(world)) };
};

/** The input of a sign-in, of a member with an authenticator app. */
const guarded =
  (code: (secret: string) => object, isLocked = false) =>
  async (world: World) => {
    const { member, wallet } = await linked(world);
    const { secret } = await enroll(world.t, member);
    if (isLocked) await spendCodes(world.t, member);
    return { wallet: wallet.sign(await toSignIn(world.t)), ...code(secret) };
  };

/** A new member who links a wallet. */
const linking = (choose: (world: World, member: TestMember) => Promise<Wallet>) => async (world: World) => {
  const member = await world.fresh();
  const wallet = await choose(world, member);
  return { member, input: { name: "Phantom", wallet: wallet.sign(await toLink(world.t, member)) } };
};

/** The id of the first of a member's wallets. */
const firstLogin = async ({ t }: World, as: TestMember): Promise<string> =>
  ok(await call(t, "GET", "/auth/ways-in", { as })).logins[0].id;

/** Unlinks it. */
const unlinking = (open: (world: World) => Promise<{ member: TestMember }>) => async (world: World) => {
  const { member } = await open(world);
  return { member, input: { id: await firstLogin(world, member) } };
};

/** A new member who recovered the account, and a wallet that was linked before. */
const recoveredWith = (world: World) =>
  recovered(world, async (member) => ({ wallet: await linkWallet(world.t, member) }));

export const waysInCases: Record<string, Case[]> = {
  "auth-walletSignup": [
    {
      title: "opens an account without a password",
      input: signup(async () => ({})),
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
      title: "refuses a linked wallet",
      input: signup(async (world) => ({ wallet: (await linked(world)).wallet.sign(await toSignIn(world.t)) })),
      refused: "LOGIN_TAKEN",
    },
    {
      title: "refuses what was signed for another site",
      input: signup(async ({ t }) => ({ wallet: new Wallet().sign(await toSignIn(t), { host: "evil.example" }) })),
      refused: "WALLET_REFUSED",
    },
    {
      title: "refuses a wrong proof of work",
      input: signup(async () => ({ proofOfWork: "AAAA" })),
      refused: "PROOF_OF_WORK_REQUIRED",
    },
    { title: "requires a wallet", input: () => ({}), refused: "VALIDATION_ERROR" },
  ],
  "auth-walletOptions": [{ title: "returns what a wallet has to sign, without a session", varies: ["request"] }],
  "auth-walletLogin": [
    {
      title: "returns user, token and refresh token without a session",
      input: async (world) => ({ wallet: (await linked(world)).wallet.sign(await toSignIn(world.t)) }),
    },
    { title: "takes the code, too", input: guarded((secret) => ({ code: codeOf(secret) })) },
    { title: "asks for the code", input: guarded(() => ({})), refused: "SECOND_FACTOR_REQUIRED" },
    { title: "refuses a wrong code", input: guarded(() => ({ code: "wrong" })), refused: "SECOND_FACTOR_WRONG" },
    {
      title: "refuses any code of an app after many wrong ones",
      input: guarded(() => ({ code: "123456" }), true),
      refused: "SECOND_FACTOR_LOCKED",
    },
    {
      title: "refuses a signature for something else",
      input: async ({ t, asker }) => ({ wallet: new Wallet().sign(await toLink(t, asker)) }),
      refused: "WALLET_REFUSED",
    },
    {
      title: "refuses the wallet of an account that is about to be closed",
      input: async (world) => {
        const { member, wallet } = await linked(world);
        await world.closing(member);
        return { wallet: wallet.sign(await toSignIn(world.t)) };
      },
      refused: "ACCOUNT_CLOSING",
    },
    {
      title: "refuses the wallet of a frozen account",
      input: async (world) => {
        const { member, wallet } = await linked(world);
        await world.frozen(member);
        return { wallet: wallet.sign(await toSignIn(world.t)) };
      },
      refused: "ACCOUNT_FROZEN",
    },
    {
      title: "says that a wallet is linked to no account",
      input: async ({ t }) => ({ wallet: new Wallet().sign(await toSignIn(t)) }),
      refused: "WALLET_UNKNOWN",
    },
    {
      title: "refuses a suspended wallet",
      input: async (world) => {
        const { wallet } = await recoveredWith(world);
        return { wallet: wallet.sign(await toSignIn(world.t)) };
      },
      refused: "WAY_IN_SUSPENDED",
    },
    { title: "requires a wallet", input: () => ({}), refused: "VALIDATION_ERROR" },
  ],
  "waysIn-list": [
    {
      title: "returns the caller's",
      caller: async (world) => ({ member: (await linked(world)).member, input: undefined }),
      varies: ["logins"],
    },
  ],
  "waysIn-walletOptions": [
    {
      title: "returns what a wallet has to sign",
      caller: async (world) => ({ member: await world.fresh(), input: undefined }),
      varies: ["request"],
    },
  ],
  "waysIn-linkWallet": [
    { title: "links a wallet", caller: linking(async () => new Wallet()) },
    {
      title: "refuses what was signed to sign in",
      caller: async (world) => ({
        member: await world.fresh(),
        input: { name: "Phantom", wallet: new Wallet().sign(await toSignIn(world.t)) },
      }),
      refused: "WALLET_REFUSED",
    },
    {
      title: "refuses one that is linked to the account",
      caller: linking(({ t }, member) => linkWallet(t, member)),
      refused: "LOGIN_EXISTS",
    },
    {
      title: "refuses one that is linked to another account",
      caller: linking(async (world) => (await linked(world)).wallet),
      refused: "LOGIN_TAKEN",
    },
    {
      title: "refuses an eleventh",
      caller: linking(async ({ t }, member) => {
        for (let nth = 0; nth < LIMITS.logins; nth++) await linkWallet(t, member);
        return new Wallet();
      }),
      refused: "TOO_MANY_LOGINS",
    },
  ],
  "waysIn-confirm": [
    {
      title: "confirms a suspended wallet",
      caller: async (world) => {
        const { member } = await recoveredWith(world);
        return { member, input: { id: await firstLogin(world, member) } };
      },
    },
    {
      title: "refuses one that isn't suspended",
      caller: async (world) => {
        const { member } = await linked(world);
        return { member, input: { id: await firstLogin(world, member) } };
      },
      refused: "NOT_FOUND",
    },
    {
      title: "refuses a frozen account",
      caller: async (world) => {
        const { member } = await recoveredWith(world);
        await sql`insert into security_holds values (${member.id}, 'frozen', 'infinity')`.execute(
          world.t.database.ownerDb,
        );
        return { member, input: { id: await firstLogin(world, member) } };
      },
      refused: "ACCOUNT_FROZEN",
    },
  ],
  "waysIn-unlink": [
    { title: "unlinks a wallet", caller: unlinking(linked) },
    { title: "keeps the last way in", caller: unlinking(join), refused: "LAST_WAY_IN" },
  ],
  "waysIn-setPassword": [
    {
      title: "sets the first password",
      caller: async (world) => ({ member: (await join(world)).member, input: { newPassword: PASSWORD } }),
    },
    {
      title: "refuses to replace one",
      caller: async (world) => ({ member: await world.fresh(), input: { newPassword: PASSWORD } }),
      refused: "PASSWORD_EXISTS",
    },
    ...badPasswordCases((choose) => ({
      caller: async (world) => {
        const { member } = await join(world);
        return { member, input: { newPassword: choose(member) } };
      },
    })),
  ],
  "waysIn-removePassword": [
    {
      title: "removes the password",
      caller: async (world) => ({ member: (await linked(world)).member, input: { currentPassword: TEST_PASSWORD } }),
    },
    {
      title: "refuses a member whose address an operator has set before a mail to it was answered",
      caller: async (world) => ({
        member: await world.unanswered((await linked(world)).member),
        input: { currentPassword: TEST_PASSWORD },
      }),
      refused: "EMAIL_UNVERIFIED",
    },
    {
      title: "refuses another password",
      caller: async (world) => ({ member: (await linked(world)).member, input: { currentPassword: PASSWORD } }),
      refused: "WRONG_PASSWORD",
    },
    {
      title: "keeps the last way in",
      caller: async (world) => ({ member: await world.fresh(), input: { currentPassword: TEST_PASSWORD } }),
      refused: "LAST_WAY_IN",
    },
  ],
};
