import type { WalletProof, WalletRequest } from "@bbux/contract";
import type { SolanaSignInInput, SolanaSignInOutput } from "@solana/wallet-standard-features";
import { createSignInMessageText } from "@solana/wallet-standard-util";
import bs58 from "bs58";
import type { ProveAddress } from "../connection.ts";

interface Signer {
  /** Base58: the connected account. */
  readonly address: string;
  readonly signIn: ((input: SolanaSignInInput) => Promise<SolanaSignInOutput>) | undefined;
  readonly signMessage: ((message: Uint8Array) => Promise<Uint8Array>) | undefined;
}

const SIGNATURE_BYTES = 64;

/**
 * Has a wallet sign in, or sign the same text as a plain message if it has no such feature.
 * @returns null for a wallet that can do neither
 */
export function proveAddress({ address, signIn, signMessage }: Signer): ProveAddress | null {
  if (signIn) {
    return async (request) => {
      const { account, signedMessage, signature } = await signIn(inputOf(request, address));
      return proofOf(account.address, signedMessage, signature);
    };
  }
  if (!signMessage) return null;
  return async (request) => {
    const message = new TextEncoder().encode(createSignInMessageText(inputOf(request, address)));
    return proofOf(address, message, await signMessage(message));
  };
}

/** Lists the fields one by one, because wallets write every field that they know into the message. */
function inputOf(request: WalletRequest, address: string) {
  const { version, statement, nonce, issuedAt, expirationTime } = request;
  const { domain = window.location.host, uri = window.location.origin } = request;
  return { domain, address, statement, uri, version, nonce, issuedAt, expirationTime };
}

function proofOf(address: string, message: Uint8Array, signature: Uint8Array): WalletProof {
  if (signature.length !== SIGNATURE_BYTES) throw new Error("The wallet gave no signature.");
  // Strict and with its byte order mark, because the server checks the signature under the bytes of this text.
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(message);
  return { address, message: text, signature: bs58.encode(signature) };
}
