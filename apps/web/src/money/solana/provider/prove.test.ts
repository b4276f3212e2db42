// @vitest-environment happy-dom
import { ed25519 } from "@noble/curves/ed25519";
import type { SolanaSignInInput, SolanaSignInOutput } from "@solana/wallet-standard-features";
import bs58 from "bs58";
import { describe, expect, it, vi } from "vitest";
import { proveAddress } from "./prove.ts";

const seed = new Uint8Array(32).fill(1);
const publicKey = ed25519.getPublicKey(seed);
const address = bs58.encode(publicKey);
const REQUEST = {
  domain: "bbux.example",
  uri: "https://bbux.example",
  version: "1",
  statement: "Sign in to BBUX.",
  nonce: "abcdef12",
  issuedAt: "2026-01-01T00:00:00.000Z",
  expirationTime: "2026-01-01T00:05:00.000Z",
} as const;
const textOf = (domain: string, uri: string) => `${domain} wants you to sign in with your Solana account:
${address}

Sign in to BBUX.

URI: ${uri}
Version: 1
Nonce: abcdef12
Issued At: 2026-01-01T00:00:00.000Z
Expiration Time: 2026-01-01T00:05:00.000Z`;

const signMessage = async (message: Uint8Array) => ed25519.sign(message, seed);
const isSigned = ({ message, signature }: { message: string; signature: string }) =>
  ed25519.verify(bs58.decode(signature), new TextEncoder().encode(message), publicKey);

/** A wallet that signs in as another account of its own. */
function signsInAs(account: string, signedMessage: Uint8Array) {
  return vi.fn(async (_: SolanaSignInInput): Promise<SolanaSignInOutput> => {
    const signature = await signMessage(signedMessage);
    return { account: { address: account, publicKey, chains: [], features: [] }, signedMessage, signature };
  });
}

describe("a wallet without the feature to sign in", () => {
  it("signs the same text as a message", async () => {
    const prove = proveAddress({ address, signIn: undefined, signMessage });
    const proof = await prove?.(REQUEST);
    expect(proof).toMatchObject({ address, message: textOf("bbux.example", "https://bbux.example") });
    expect(proof && isSigned(proof)).toBe(true);
  });

  it("names the page's own host and origin when the server names none, and nothing else that it sends", async () => {
    const { domain, uri, ...rest } = REQUEST;
    const more = { ...rest, chainId: "solana:mainnet", resources: ["https://bbux.example/terms"] };
    const proof = await proveAddress({ address, signIn: undefined, signMessage })?.(more);
    expect(proof?.message).toBe(textOf(window.location.host, window.location.origin));
  });

  it("fails when the wallet returns no signature", async () => {
    const prove = proveAddress({ address, signIn: undefined, signMessage: async () => new Uint8Array() });
    await expect(prove?.(REQUEST)).rejects.toThrow("The wallet gave no signature.");
  });

  it("can't prove its address if it can't sign messages either", () => {
    expect(proveAddress({ address, signIn: undefined, signMessage: undefined })).toBeNull();
  });
});

describe("a wallet with the feature to sign in", () => {
  it("uses it instead of a message, and the proof has what it signed and the account that signed", async () => {
    const signedMessage = new TextEncoder().encode("\uFEFFits own text, with its mark");
    const signIn = signsInAs("other", signedMessage);
    const asMessage = vi.fn(signMessage);
    const proof = await proveAddress({ address, signIn, signMessage: asMessage })?.(REQUEST);
    expect(signIn).toHaveBeenCalledExactlyOnceWith({ ...REQUEST, address });
    expect(asMessage).not.toHaveBeenCalled();
    expect(proof).toMatchObject({ address: "other", message: "\uFEFFits own text, with its mark" });
    expect(proof && isSigned(proof)).toBe(true);
  });

  it("fails when what it signed isn't text", async () => {
    const prove = proveAddress({ address, signIn: signsInAs(address, new Uint8Array([0xff, 0x61])), signMessage });
    await expect(prove?.(REQUEST)).rejects.toThrow();
  });
});
