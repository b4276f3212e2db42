import { TEST_PASSWORD } from "../../testing.ts";
import { staleGuarded } from "./cases.factors.ts";
import { badPasswordCases } from "./cases.passwords.ts";
import type { Case } from "./cases.ts";
import type { World } from "./world.ts";

const password = "a password no one has";
const account = ({ unique }: World) => {
  const username = unique();
  return { username, email: `${username}@example.org`, password };
};
const expireRefreshTokens = async ({ t }: World, userId: string) => {
  const past = { expires_at: new Date(0) };
  await t.database.ownerDb.updateTable("refresh_tokens").set(past).where("user_id", "=", userId).execute();
};

export const authCases: Record<string, Case[]> = {
  "auth-signupChallenge": [{ title: "returns none while no proof of work is asked for, without a session" }],
  "auth-signup": [
    {
      title: "opens an account without a session [C7.13 M7.27 M6.06]",
      input: account,
      varies: ["verificationLink"],
    },
    {
      title: "refuses a username that is taken in another case",
      input: (world) => ({ ...account(world), username: "ASKER" }),
      refused: "USERNAME_TAKEN",
    },
    {
      title: "refuses an email address that is taken in another case",
      input: (world) => ({ ...account(world), email: "Asker@Example.org" }),
      refused: "EMAIL_TAKEN",
    },
    {
      title: "refuses a wrong proof of work",
      input: (world) => ({ ...account(world), proofOfWork: "AAAA" }),
      refused: "PROOF_OF_WORK_REQUIRED",
    },
    {
      title: "names the fields of a validation failure [M8.19]",
      input: () => ({ username: "a", email: "no address", password: "short" }),
      refused: "VALIDATION_ERROR",
    },
    ...badPasswordCases((choose) => ({
      input: (world) => {
        const owner = account(world);
        return { ...owner, password: choose(owner) };
      },
    })),
  ],
  "auth-verifyEmail": [
    {
      title: "confirms the address with the token from the mail",
      input: async (world) => ({ token: (await world.newcomer()).token }),
    },
    { title: "refuses an unknown token", input: ({ unique }) => ({ token: unique() }), refused: "EMAIL_LINK_INVALID" },
    {
      title: "refuses a token that has been used",
      input: async (world) => {
        const { token } = await world.newcomer();
        await world.t.app.inject({ method: "POST", url: "/api/auth/verify-email", payload: { token } });
        return { token };
      },
      refused: "EMAIL_LINK_USED",
    },
    {
      title: "refuses a token that has expired",
      input: async (world) => {
        const { member, token } = await world.newcomer();
        const past = { expires_at: new Date(0) };
        const { ownerDb } = world.t.database;
        await ownerDb.updateTable("email_verifications").set(past).where("user_id", "=", member.id).execute();
        return { token };
      },
      refused: "EMAIL_LINK_EXPIRED",
    },
  ],
  "auth-resendVerification": [
    {
      title: "makes another link",
      caller: async (world) => ({ member: (await world.newcomer()).member, input: undefined }),
      varies: ["verificationLink"],
    },
    { title: "has nothing to do for a confirmed address", as: "helper" },
  ],
  "auth-logout": [
    {
      title: "ends the session [C7.14]",
      caller: async (world) => ({ member: await world.fresh(), input: undefined }),
    },
    { title: "also succeeds without a session, with an empty body [C7.10]" },
  ],
  "auth-me": [{ title: "returns the caller [C7.17]", as: "helper" }],
  "auth-refresh": [
    {
      title: "exchanges the refresh token for a new pair [C7.08 M7.29]",
      input: async (world) => ({ refreshToken: (await world.fresh()).refreshToken }),
    },
    {
      title: "refuses a token that was never issued",
      input: ({ unique }) => ({ refreshToken: unique() }),
      refused: "UNAUTHENTICATED",
    },
    {
      title: "refuses an expired token",
      input: async (world) => {
        const member = await world.fresh();
        await expireRefreshTokens(world, member.id);
        return { refreshToken: member.refreshToken };
      },
      refused: "TOKEN_EXPIRED",
    },
  ],
  "auth-changePassword": [
    {
      title: "sets a new password [C7.15]",
      caller: async (world) => ({
        member: await world.fresh(),
        input: { currentPassword: TEST_PASSWORD, newPassword: password },
      }),
    },
    {
      title: "refuses a wrong current password [C7.15]",
      as: "helper",
      input: () => ({ currentPassword: password, newPassword: "yet another one" }),
      refused: "WRONG_PASSWORD",
    },
    {
      title: "refuses a member whose address an operator has set before a mail to it was answered",
      caller: async (world) => ({
        member: await world.unanswered(),
        input: { currentPassword: TEST_PASSWORD, newPassword: password },
      }),
      refused: "EMAIL_UNVERIFIED",
    },
    {
      title: "refuses a member with a second factor without a fresh code",
      caller: async (world) => ({
        member: await staleGuarded(world),
        input: { currentPassword: TEST_PASSWORD, newPassword: password },
      }),
      refused: "STEP_UP_REQUIRED",
    },
    {
      title: "refuses the current password",
      as: "helper",
      input: () => ({ currentPassword: TEST_PASSWORD, newPassword: TEST_PASSWORD }),
      refused: "PASSWORD_UNCHANGED",
    },
    ...badPasswordCases((choose) => ({
      caller: async ({ fresh }) => {
        const member = await fresh();
        return { member, input: { currentPassword: TEST_PASSWORD, newPassword: choose(member) } };
      },
    })),
  ],
  "auth-forgotPassword": [
    { title: "accepts a known address", input: ({ helper }) => ({ email: helper.email }) },
    { title: "answers the same for an unknown address", input: () => ({ email: "nobody@example.org" }) },
    {
      title: "refuses an invalid address",
      input: () => ({ email: "no address" }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "auth-resetPassword": [
    {
      title: "sets a new password with the token from the mail",
      input: async (world) => ({ token: await world.resetToken(await world.fresh()), newPassword: password }),
    },
    {
      title: "refuses an unknown token",
      input: ({ unique }) => ({ token: unique(), newPassword: password }),
      refused: "RESET_LINK_INVALID",
    },
    ...badPasswordCases((choose) => ({
      input: async ({ fresh, resetToken }) => {
        const member = await fresh();
        return { token: await resetToken(member), newPassword: choose(member) };
      },
    })),
  ],
};
