import { APP, SECOND_FACTOR, type WalletProof, type WalletRequest } from "@bbux/contract";
import { ed25519 } from "@noble/curves/ed25519";
import {
  parseSignInMessageText,
  type SolanaSignInInputWithRequiredFields,
  verifySignIn,
} from "@solana/wallet-standard-util";
import bs58 from "bs58";
import type { Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { newChallenge, type Purpose } from "../second-factor/index.ts";

type Needs = Pick<Services, "vault" | "publicOrigin">;

/** What a message is about: the challenge says so to us, and the statement to the person who signs. */
export interface Subject {
  readonly purpose: Purpose;
  readonly statement: string;
}

/** Signs in, opens an account, or confirms who somebody is. */
export const TO_SIGN_IN: Subject = { purpose: "use a wallet", statement: `Sign in to ${APP.name}.` };

/** Names the account, so that nobody links their wallet to another's. */
export const toLink = (userId: string, username: string): Subject => ({
  purpose: `link a wallet to ${userId}`,
  statement: `Let this wallet sign in to the ${APP.name} account ${username}.`,
});

/** What a wallet has to sign. @param at by the database's clock */
export function walletRequest(services: Needs, { purpose, statement }: Subject, at: Date): WalletRequest {
  const { publicOrigin } = services;
  return {
    ...(publicOrigin !== null && { domain: new URL(publicOrigin).host, uri: publicOrigin }),
    version: "1",
    statement,
    // Sign In With Solana takes letters and digits.
    nonce: Buffer.from(newChallenge(services, purpose, at)).toString("hex"),
    issuedAt: at.toISOString(),
    expirationTime: new Date(at.getTime() + SECOND_FACTOR.passkeyMinutes * 60_000).toISOString(),
  };
}

/** A wallet that has signed what it was asked to. Its challenge has to be used up after it. */
export interface SignedWallet {
  readonly address: string;
  /** The nonce, in Base64url. */
  readonly challenge: string;
  readonly purpose: Purpose;
}

/**
 * Requires that the wallet has signed such a message for this site.
 * @throws AppError WALLET_REFUSED
 */
export function verifyWallet(
  services: Pick<Services, "publicOrigin">,
  { address, message, signature }: WalletProof,
  { purpose, statement }: Subject,
): SignedWallet {
  const said = parseSignInMessageText(message);
  const publicKey = bytesOf(address, 32);
  const signatureBytes = bytesOf(signature, 64);
  const isRight =
    said !== null &&
    publicKey !== null &&
    signatureBytes !== null &&
    said.address === address &&
    said.statement === statement &&
    isForThisSite(services, said) &&
    !isAnybodys(publicKey) &&
    /^[0-9a-f]{64,200}$/.test(said.nonce ?? "") &&
    verifySignIn(said, {
      account: { address, publicKey, chains: [], features: [] },
      signedMessage: Buffer.from(message),
      signature: signatureBytes,
    });
  if (!isRight) throw new AppError("WALLET_REFUSED");
  return { address, purpose, challenge: Buffer.from(said.nonce ?? "", "hex").toString("base64url") };
}

/** Anyone can sign for a key of small order. */
function isAnybodys(publicKey: Uint8Array): boolean {
  try {
    return ed25519.Point.fromBytes(publicKey, true).isSmallOrder();
  } catch {
    // Not a key at all.
    return true;
  }
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Wallets show the page's host, so a message for another site was signed there. Without an origin, in development, it is this machine. */
function isForThisSite(
  { publicOrigin }: Pick<Services, "publicOrigin">,
  { domain, uri }: SolanaSignInInputWithRequiredFields,
): boolean {
  const isHere = publicOrigin === null ? LOOPBACK.test(domain) : domain === new URL(publicOrigin).host;
  if (!isHere || uri === undefined) return isHere;
  return URL.canParse(uri) && new URL(uri).host === domain;
}

function bytesOf(base58: string, length: number): Uint8Array | null {
  const bytes = bs58.decodeUnsafe(base58);
  return bytes?.length === length ? bytes : null;
}
