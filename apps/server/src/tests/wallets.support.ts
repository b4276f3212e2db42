import { generateKeyPairSync, sign } from "node:crypto";
import type { WalletProof, WalletRequest } from "@bbux/contract";
import bs58 from "bs58";
import type { TestApp, TestMember } from "../testing.ts";
import { call, ok } from "./support.ts";

/** A page's host in development. */
const HOST = "localhost:5173";

/** What a wallet would write, unless a test says otherwise. */
interface Circumstances {
  readonly host?: string;
  readonly uri?: string;
  readonly statement?: string;
  readonly nonce?: string;
  /** Of another wallet, whose name it signs in. */
  readonly address?: string;
}

/** A software Solana wallet that composes Sign In With Solana's text without the library. */
export class Wallet {
  readonly #keys = generateKeyPairSync("ed25519");
  readonly address = bs58.encode(Buffer.from(this.#keys.publicKey.export({ format: "jwk" }).x ?? "", "base64url"));

  sign(request: WalletRequest, how: Circumstances = {}): WalletProof {
    const host = how.host ?? request.domain ?? HOST;
    const address = how.address ?? this.address;
    const uri = how.uri ?? request.uri;
    const message = [
      `${host} wants you to sign in with your Solana account:`,
      address,
      "",
      how.statement ?? request.statement,
      "",
      ...(uri === undefined ? [] : [`URI: ${uri}`]),
      `Version: ${request.version}`,
      `Nonce: ${how.nonce ?? request.nonce}`,
      `Issued At: ${request.issuedAt}`,
      `Expiration Time: ${request.expirationTime}`,
    ].join("\n");
    return { address, message, signature: bs58.encode(sign(null, Buffer.from(message), this.#keys.privateKey)) };
  }
}

/** What a wallet has to sign to sign in, to sign up, or to confirm who its member is. */
export const toSignIn = async (t: TestApp): Promise<WalletRequest> =>
  ok(await call(t, "POST", "/auth/wallet/options")).request;

/** What it has to sign to be linked. */
export const toLink = async (t: TestApp, as: TestMember): Promise<WalletRequest> =>
  ok(await call(t, "POST", "/auth/wallets/options", { as })).request;

/** Links a new wallet to the member. */
export async function linkWallet(t: TestApp, as: TestMember): Promise<Wallet> {
  const wallet = new Wallet();
  const body = { name: "Phantom", wallet: wallet.sign(await toLink(t, as)) };
  ok(await call(t, "POST", "/auth/wallets", { as, body }));
  return wallet;
}

/** Opens an account with a wallet, without a password, whose address counts as confirmed. */
export async function joinWithWallet(t: TestApp, username: string): Promise<{ member: TestMember; wallet: Wallet }> {
  const wallet = new Wallet();
  const email = `${username}@example.org`;
  const signup = { username, email, name: "Phantom", wallet: wallet.sign(await toSignIn(t)) };
  const { user } = ok(await call(t, "POST", "/auth/wallet/signup", { body: signup }));
  await t.database.ownerDb
    .updateTable("users")
    .set({ email_verified_at: t.services.now() })
    .where("id", "=", user.id)
    .execute();
  const body = { wallet: wallet.sign(await toSignIn(t)) };
  const { token, refreshToken } = ok(await call(t, "POST", "/auth/wallet/login", { body }));
  const headers = { authorization: `Bearer ${token}` };
  return { member: { id: user.id, username, email, password: "", token, refreshToken, headers }, wallet };
}
