import {
  type AddressLookupTableAccount,
  Connection,
  Keypair,
  type PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import { z } from "zod";
import { readJson, writeJson } from "./json.ts";
import type { TestChain } from "./testing.ts";

export const SOL = 1_000_000_000n;

/** The real client, as browsers and servers use it. */
export function connect(
  { url, wsUrl }: Pick<TestChain, "url" | "wsUrl">,
  level: "processed" | "confirmed" | "finalized" = "confirmed",
) {
  return new Connection(url, { commitment: level, wsEndpoint: wsUrl, disableRetryOnRateLimit: true });
}

/** A new key pair with this balance, finalized. */
export async function funded(chain: TestChain, lamports: bigint = 10n * SOL): Promise<Keypair> {
  const keypair = Keypair.generate();
  await chain.airdrop(keypair.publicKey.toBase58(), lamports);
  return keypair;
}

export const pay = (from: Keypair, to: PublicKey, lamports: bigint): TransactionInstruction =>
  SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports });

/** A signed legacy transaction and its signature. */
export function signed(from: Keypair, blockhash: string, instructions: readonly TransactionInstruction[]) {
  const transaction = new Transaction({ feePayer: from.publicKey, recentBlockhash: blockhash }).add(...instructions);
  transaction.sign(from);
  const bytes = transaction.serialize();
  return { bytes, signature: bs58.encode(bytes.subarray(1, 65)) };
}

/** A signed v0 transaction. */
export function signedV0(
  from: Keypair,
  blockhash: string,
  { instructions, tables = [] }: { instructions: TransactionInstruction[]; tables?: AddressLookupTableAccount[] },
) {
  const message = new TransactionMessage({ payerKey: from.publicKey, recentBlockhash: blockhash, instructions });
  const transaction = new VersionedTransaction(message.compileToV0Message(tables));
  transaction.sign([from]);
  const bytes = transaction.serialize();
  return { transaction, bytes, signature: bs58.encode(bytes.subarray(1, 65)) };
}

const rpcAnswer = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
});

/** One call without the client library, which would hide the raw answer. */
export async function rpc(url: string, method: string, ...params: unknown[]) {
  const { status, text } = await post(url, writeJson({ jsonrpc: "2.0", id: 1, method, params }));
  return { status, text, ...rpcAnswer.parse(readJson(text)) };
}

export async function post(
  url: string,
  body: string,
  headers: Record<string, string> = { "content-type": "application/json" },
) {
  const response = await fetch(url, { method: "POST", headers, body });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

/** Polls every few milliseconds until it returns `true`. */
export async function until(isMet: () => Promise<boolean>, ms = 60_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await isMet())) {
    if (Date.now() > end) throw new Error("The condition was not met in time");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
