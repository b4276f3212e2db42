import { createPasswordReset } from "@bbux/api";
import { waitForLocks } from "@bbux/db/testing";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, it } from "vitest";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { call, ok, type Response, refused } from "./support.ts";
import { linkWallet, toLink, toSignIn, Wallet } from "./wallets.support.ts";
import { PASSWORD, waysInOf } from "./ways-in.support.ts";

// What ends when a password is reset: sessions, and what a stranger has added. attacks/factors.test.ts has what a freeze ends.

let t: TestApp;
const { fresh, signIn, link, login, removePassword } = waysInOf(() => t);
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe("what had to wait for something else finds its session ended", () => {
  /** A call, and what it locks once it has the member. */
  interface Ending {
    run(): Promise<Response>;
    readonly lock: RawBuilder<unknown>;
  }

  /** Holds what `first` locks once it has the member until both calls wait, `then` for `first`. */
  async function inTurn(first: Ending, then: () => Promise<Response>) {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: locked, resolve: onLock } = Promise.withResolvers<void>();
    const hold = t.database.ownerDb.transaction().execute(async (trx) => {
      await first.lock.execute(trx);
      onLock();
      await held;
    });
    await locked;
    try {
      const one = first.run();
      await waiting(1);
      const two = then();
      await waiting(2);
      letGo();
      return await Promise.all([one, two]);
    } finally {
      // Whatever failed, the row isn't held until the end of the tests.
      letGo();
      await hold;
    }
  }
  const waiting = (count: number) => waitForLocks(t.database.ownerDb, count);
  const reset = async (member: TestMember): Promise<Ending> => {
    const made = await createPasswordReset(t.database.db, member.email, t.services.now());
    return {
      run: () => call(t, "POST", "/auth/reset-password", { body: { token: made?.token, newPassword: PASSWORD } }),
      lock: sql`select from password_resets where user_id = ${member.id} for update`,
    };
  };

  it("a wallet to link, after the reset of a password or the end of the account", async () => {
    const [member, leaver] = [await fresh(), await fresh()];
    const leave: Ending = {
      run: () => call(t, "POST", "/auth/delete-account", { as: leaver, body: { password: TEST_PASSWORD } }),
      lock: sql`select from wallets where user_id = ${leaver.id} for no key update`,
    };
    for (const [who, first] of [
      [member, await reset(member)],
      [leaver, leave],
    ] as const) {
      const wallet = new Wallet();
      const proof = wallet.sign(await toLink(t, who));
      const [done, linked] = await inTurn(first, () => link(who, proof));
      ok(done);
      refused(linked, 401, "UNAUTHENTICATED");
      refused(await signIn(wallet), 401, "WALLET_UNKNOWN");
    }
  });

  it("an account to close, after the reset of its password", async () => {
    const member = await fresh();
    const close = () => call(t, "POST", "/auth/delete-account", { as: member, body: { password: TEST_PASSWORD } });
    const [done, closed] = await inTurn(await reset(member), close);
    ok(done);
    refused(closed, 401, "UNAUTHENTICATED");
    ok(await login(member.email, PASSWORD));
  });

  it("a password to remove, after its reset", async () => {
    const member = await fresh();
    await linkWallet(t, member);
    const [done, removed] = await inTurn(await reset(member), () => removePassword(member));
    ok(done);
    refused(removed, 401, "UNAUTHENTICATED");
    ok(await login(member.email, PASSWORD));
  });
});

describe("what someone added", () => {
  it("goes when the owner of an address takes it over from who signed up with it", async () => {
    const site = await createTestApp({ env: { EMAIL_VERIFICATION: "on" } });
    try {
      const wallet = new Wallet();
      const email = "owner@example.org";
      const signup = { username: "owner", email, name: "Phantom", wallet: wallet.sign(await toSignIn(site)) };
      ok(await call(site, "POST", "/auth/wallet/signup", { body: signup }));
      const made = await createPasswordReset(site.database.db, email, site.services.now());
      const body = { token: made?.token, newPassword: PASSWORD };
      ok(await call(site, "POST", "/auth/reset-password", { body }));
      const again = { wallet: wallet.sign(await toSignIn(site)) };
      refused(await call(site, "POST", "/auth/wallet/login", { body: again }), 401, "WALLET_UNKNOWN");
      ok(await call(site, "POST", "/auth/login", { body: { email, password: PASSWORD } }));
    } finally {
      await site.close();
    }
  });

  it("stays when a password is reset without a freeze", async () => {
    const member = await fresh();
    const wallet = await linkWallet(t, member);
    const made = await createPasswordReset(t.database.db, member.email, t.services.now());
    ok(await call(t, "POST", "/auth/reset-password", { body: { token: made?.token, newPassword: PASSWORD } }));
    ok(await signIn(wallet));
  });
});
