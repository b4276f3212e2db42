import { PublicKey } from "@solana/web3.js";
import bs58 from "bs58";
import { z } from "zod";
import type { Chain } from "../chain.ts";
import type { Commitment } from "../clock.ts";
import { invalid, RPC, RpcError } from "./errors.ts";

/** Reads a call's positional parameters. @throws RpcError -32602 that names the invalid one */
export function read<Shape extends z.ZodType>(shape: Shape, params: unknown): z.output<Shape> {
  const result = shape.safeParse(params);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalid(
    `Invalid params: ${issue?.message ?? "wrong"}${issue?.path.length ? ` at ${issue.path.join(".")}` : ""}.`,
  );
}

/** The current names only; nodes no longer accept the older ones. */
export const commitment = z.enum(["processed", "confirmed", "finalized"]);

/** A trailing config object, which may be missing or null. */
export const config = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .object({ commitment: commitment.nullish(), minContextSlot: z.number().int().min(0).nullish(), ...shape })
    .nullish()
    .transform((value) => value ?? undefined);

export const address = z.string().transform((text, context): PublicKey => {
  const bytes = base58(text);
  if (bytes?.length === 32) return new PublicKey(bytes);
  context.addIssue(bytes ? "WrongSize" : "Invalid");
  return z.NEVER;
});

export const signature = z.string().refine((text) => base58(text)?.length === 64, "Invalid");

export function base58(text: string): Uint8Array | undefined {
  return text.length <= 4_096 ? bs58.decodeUnsafe(text) : undefined;
}

/** The view of the chain that a call asks for; finalized by default. */
export interface View {
  readonly commitment: Commitment;
  readonly slot: number;
  readonly context: { readonly apiVersion: string; readonly slot: number };
}

export const API_VERSION = "3.0.0";

/** @throws RpcError -32016 if the chain hasn't reached the slot the caller has already seen */
export function view(
  chain: Chain,
  asked?: { commitment?: Commitment | null; minContextSlot?: number | null },
  fallback: Commitment = "finalized",
): View {
  const level = asked?.commitment ?? fallback;
  const slot = chain.clock.slot(level);
  if (typeof asked?.minContextSlot === "number" && slot < asked.minContextSlot) {
    throw new RpcError(RPC.minContextSlot, "Minimum context slot has not been reached", { contextSlot: slot });
  }
  return { commitment: level, slot, context: { apiVersion: API_VERSION, slot } };
}

/** Decodes a transaction from base58 (the default) or base64. */
export function wireBytes(text: string, encoding: "base58" | "base64"): Uint8Array {
  if (encoding === "base58") {
    const bytes = base58(text);
    if (bytes) return bytes;
  } else if (/^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0) {
    return Buffer.from(text, "base64");
  }
  throw invalid(`invalid ${encoding} encoding`);
}
