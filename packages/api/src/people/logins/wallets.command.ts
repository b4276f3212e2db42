import type { WalletProof } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Kysely } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { isChallengeOpen, lockMember, takeChallenge } from "../second-factor/index.ts";
import { type LoginKey, linkLogin, noteUse, ownerOf } from "./linked.command.ts";
import { type SignedWallet, type Subject, TO_SIGN_IN, verifyWallet } from "./wallet-message.ts";

type Needs = Pick<Services, "vault" | "publicOrigin">;

interface Given {
  readonly signed: SignedWallet;
  /** By the database's clock. */
  readonly at: Date;
}

/** Requires that the wallet has signed to sign in, to open an account, or to confirm who its member is. @throws AppError WALLET_REFUSED */
export const signedToSignIn = (services: Needs, wallet: WalletProof): SignedWallet =>
  verifyWallet(services, wallet, TO_SIGN_IN);

/**
 * Finds whose wallet it is, without using its signature up. One that is too old or was used doesn't tell: with it, anyone who came by
 * it could use up the owner's guesses of codes.
 * @returns the member's id
 * @throws AppError WALLET_REFUSED, WALLET_UNKNOWN
 */
export async function ownerOfWallet(db: Kysely<DB>, services: Needs, { signed, at }: Given): Promise<string> {
  const isOpen = await isChallengeOpen(db, services, signed.challenge, { purpose: signed.purpose, at });
  if (!isOpen) throw new AppError("WALLET_REFUSED");
  const owner = await ownerOf(db, keyOf(signed));
  if (owner === null) throw new AppError("WALLET_UNKNOWN");
  return owner;
}

/**
 * Uses a wallet's signature, in the transaction of what it is used for. Its member is locked.
 * @throws AppError WALLET_REFUSED, WAY_IN_SUSPENDED, WALLET_UNKNOWN if the wallet isn't, or is no longer, linked to the member
 */
export async function useWallet(
  trx: Kysely<DB>,
  services: Needs,
  { userId, signed, at }: Given & { readonly userId: string },
): Promise<void> {
  await lockMember(trx, userId);
  await takeSignature(trx, services, { signed, at });
  if (!(await noteUse(trx, keyOf(signed), userId, at))) throw new AppError("WALLET_UNKNOWN");
}

/**
 * Links a wallet that has signed for it to the member, whose row must be locked.
 * @returns the login's id
 * @throws AppError WALLET_REFUSED, LOGIN_EXISTS, LOGIN_TAKEN, TOO_MANY_LOGINS
 */
export async function linkWalletTo(
  trx: Kysely<DB>,
  services: Needs,
  given: {
    readonly userId: string;
    readonly name: string;
    readonly wallet: WalletProof;
    readonly subject: Subject;
    /** By the database's clock. */
    readonly at: Date;
  },
): Promise<string> {
  const signed = verifyWallet(services, given.wallet, given.subject);
  await takeSignature(trx, services, { signed, at: given.at });
  return linkLogin(trx, keyOf(signed), { ...given, label: null, what: "This wallet" });
}

const keyOf = ({ address }: SignedWallet): LoginKey => ({ kind: "wallet", issuer: null, subject: address });

async function takeSignature(trx: Kysely<DB>, services: Needs, { signed, at }: Given): Promise<void> {
  const isOurs = await takeChallenge(trx, services, signed.challenge, { purpose: signed.purpose, at });
  if (!isOurs) throw new AppError("WALLET_REFUSED");
}
