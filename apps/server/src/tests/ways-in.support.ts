import { TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { call, ok } from "./support.ts";
import { joinWithWallet, toSignIn, type Wallet } from "./wallets.support.ts";

/** The password that members set here. */
export const PASSWORD = "another good password";

/** The member, signed in with another token. */
export const withToken = (member: TestMember, token: string): TestMember => ({
  ...member,
  headers: { authorization: `Bearer ${token}` },
});

/** Calls about ways in, to an app that is started later. */
export function waysInOf(app: () => TestApp) {
  let count = 0;
  const newName = () => `ways${count++}`;
  return {
    newName,
    fresh: () => app().member(newName()),
    /** A member who signed up with a wallet. */
    withoutPassword: () => joinWithWallet(app(), newName()),
    signIn: async (wallet: Wallet, more: object = {}) =>
      call(app(), "POST", "/auth/wallet/login", { body: { wallet: wallet.sign(await toSignIn(app())), ...more } }),
    link: (as: TestMember, wallet: object, name = "Phantom") =>
      call(app(), "POST", "/auth/wallets", { as, body: { name, wallet } }),
    waysIn: async (as: TestMember) => ok(await call(app(), "GET", "/auth/ways-in", { as })),
    login: (email: string, password = TEST_PASSWORD) =>
      call(app(), "POST", "/auth/login", { body: { email, password } }),
    setPassword: (as: TestMember, newPassword: string) =>
      call(app(), "POST", "/auth/password", { as, body: { newPassword } }),
    removePassword: (as: TestMember, currentPassword = TEST_PASSWORD) =>
      call(app(), "POST", "/auth/password/remove", { as, body: { currentPassword } }),
    kindsOf: async (as: TestMember) =>
      (ok(await call(app(), "GET", "/auth/security-events", { as })).events as { kind: string }[]).map(
        ({ kind }) => kind,
      ),
  };
}
