import { z } from "zod";
import { id, idOut, time } from "../platform/ids.ts";
import { LIMITS } from "../platform/limits.ts";
import { rawText, text } from "../platform/text.ts";
import { secondFactorCode, suspendedAt } from "./factors.ts";

/** Accounts elsewhere that sign a member in. */
export const loginKind = z.enum(["wallet", "openid"]);
export type LoginKind = z.infer<typeof loginKind>;

/** What signs a member in who has no second factor, besides passkeys, which are one. */
export type FirstFactor = "password" | LoginKind;

/** What a wallet is asked to sign: the input of Sign In With Solana. In development the page's own host stands for what is missing. */
export const walletRequest = z
  .object({
    domain: z.string().optional(),
    uri: z.string().optional(),
    version: z.literal("1"),
    statement: z.string(),
    nonce: z.string(),
    issuedAt: time,
    expirationTime: time,
  })
  .meta({ id: "WalletRequest", description: "The input of the wallet's `signIn`" });
export type WalletRequest = z.infer<typeof walletRequest>;

export const walletOptionsOutput = z.object({ request: walletRequest });

/** What a wallet has signed. */
export const walletProof = z
  .object({
    address: rawText({ min: 32, max: LIMITS.address, tooShort: "This is not a Solana address" }).meta({
      description: "A Solana address, base58",
    }),
    message: rawText({ min: 1, max: 2_000, tooShort: "message is required" }).meta({
      description: "The signed text, as Sign In With Solana writes it",
    }),
    signature: rawText({ min: 64, max: LIMITS.signature, tooShort: "This is not a signature" }).meta({
      description: "Ed25519, base58",
    }),
  })
  .meta({ id: "WalletProof" });
export type WalletProof = z.infer<typeof walletProof>;

/** What the wallet calls itself, so that its member tells it from others. */
export const walletName = text({ min: 1, max: LIMITS.loginName, required: "Name is required" }).meta({
  example: "Phantom",
});

/** Whether the chain is this machine's own, whose development wallet may be offered. */
export const localChainOutput = z.object({ local: z.boolean() });

export const walletLoginInput = z.object({ wallet: walletProof, code: secondFactorCode.optional() });
export const linkWalletInput = z.object({ name: walletName, wallet: walletProof });

export const login = z
  .object({
    id: idOut,
    kind: loginKind,
    name: z.string().meta({ description: "What the wallet calls itself, or the provider's name" }),
    subject: z
      .string()
      .meta({ description: "The wallet's address, or what the member calls the account at the provider" }),
    available: z.boolean().meta({ description: "False if the operator has removed the provider" }),
    createdAt: time,
    lastUsedAt: time.nullable(),
    suspendedAt,
  })
  .meta({ id: "Login", description: "An account elsewhere that signs the member in" });
export type Login = z.infer<typeof login>;

export const waysInOutput = z.object({
  hasPassword: z.boolean(),
  passkeys: z.int().meta({ description: "How many that aren't suspended; `GET /auth/factors` lists them" }),
  logins: z.array(login).meta({ description: "In the order in which they were linked" }),
});

export const unlinkInput = z.object({ id });
export const confirmWayInInput = z.object({ id });
