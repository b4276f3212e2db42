import {
  type openIdSignupInput,
  type ProofKind,
  type signupInput,
  type signupOutput,
  soundsOfficial,
  USERNAME,
  type walletSignupInput,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { readBrand } from "../../platform/brand/index.ts";
import type { Context } from "../../platform/context/index.ts";
import { AppError, invalidField } from "../../platform/errors/errors.ts";
import { noteLanguage } from "../../platform/language/index.ts";
import { constraintOf } from "../../platform/queries/index.ts";
import { linkAccountTo, linkWalletTo, TO_SIGN_IN, TO_USE } from "../logins/index.ts";
import { beginWelcome } from "../welcome/index.ts";
import { countVisitor } from "./auth.limits.ts";
import { getMe } from "./auth.queries.ts";
import { sendVerification } from "./email-verification.commands.ts";
import type { SignedIn } from "./enter.ts";
import { emailTaken, isAddressKept, requireAddressNotKept } from "./kept-addresses.queries.ts";
import { requireGoodPassword } from "./password-strength.ts";
import { requireWork, type TakeWork } from "./proof-of-work.ts";
import { signInByCookie } from "./sign-in.ts";

type Opened = SignedIn<z.infer<typeof signupOutput>>;

/**
 * Opens an account, signs it in by cookie, and sends the link that confirms its email address.
 * @throws AppError PROOF_OF_WORK_REQUIRED, one of PASSWORD_CODES, USERNAME_TAKEN, EMAIL_TAKEN (409, `details` names the field),
 * RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export async function signup(ctx: Context, input: z.infer<typeof signupInput>): Promise<Opened> {
  const takeWork = await begin(ctx, input);
  await requireGoodPassword(ctx, "password", input.password, input);
  const passwordHash = await ctx.passwords.hash(input.password);
  return open(ctx, { ...input, takeWork, passwordHash, by: "password" }, async () => NOW);
}

/**
 * Opens an account as {@link signup} does, for a caller who has proved in another way that they may.
 * @param within runs in the same transaction, once the account is there
 * @throws AppError as {@link signup}, and what `within` throws
 */
export async function openAdminAccount(
  ctx: Context,
  input: Pick<z.infer<typeof signupInput>, "username" | "email" | "password">,
  within: (trx: Transaction<DB>, userId: string) => Promise<void>,
): Promise<Opened> {
  await countVisitor(ctx);
  await requireUntaken(ctx, input);
  await requireGoodPassword(ctx, "password", input.password, input);
  const passwordHash = await ctx.passwords.hash(input.password);
  return open(ctx, { ...input, passwordHash, by: "password", takeWork: async () => undefined }, async (trx, userId) => {
    await within(trx, userId);
    return NOW;
  });
}

/**
 * Opens an account that a wallet signs in to, without a password (docs/adr/0044).
 * @throws AppError WALLET_REFUSED, LOGIN_TAKEN; otherwise as {@link signup}
 */
export async function walletSignup(ctx: Context, input: z.infer<typeof walletSignupInput>): Promise<Opened> {
  const takeWork = await begin(ctx, input);
  const { name, wallet } = input;
  const at = await ctx.databaseNow();
  return open(ctx, { ...input, takeWork, passwordHash: null, by: "wallet" }, async (trx, userId) => {
    await linkWalletTo(trx, ctx, { userId, name, wallet, at, subject: TO_SIGN_IN });
    return NOW;
  });
}

/**
 * Opens an account that an account at a provider signs in to, without a password (docs/adr/0046). Its email address has to be confirmed
 * here, whatever the provider says.
 * @throws AppError OPENID_REFUSED, LOGIN_TAKEN; otherwise as {@link signup}
 */
export async function openIdSignup(ctx: Context, input: z.infer<typeof openIdSignupInput>): Promise<Opened> {
  const takeWork = await begin(ctx, input);
  const at = await ctx.databaseNow();
  return open(ctx, { ...input, takeWork, passwordHash: null, by: "openid" }, (trx, userId) =>
    linkAccountTo(trx, ctx, { userId, proof: input.proof, at, purpose: TO_USE }),
  );
}

/** What every sign-up begins with, from cheap to costly. @returns what uses its proof of work up */
async function begin(
  ctx: Context,
  { proofOfWork, ...names }: Names & { readonly proofOfWork?: string | undefined },
): Promise<TakeWork> {
  const takeWork = await requireWork(ctx, proofOfWork);
  await countVisitor(ctx);
  await requireUntaken(ctx, names);
  return takeWork;
}

type Names = Pick<NewAccount, "username" | "email">;

/**
 * Spares the estimate of the password, its hash and the signer; the insert decides.
 * @throws AppError VALIDATION_ERROR for a name that sounds official by the platform's present name, USERNAME_TAKEN, EMAIL_TAKEN
 */
async function requireUntaken(ctx: Context, { username, email }: Names): Promise<void> {
  const { name } = await readBrand(ctx.db);
  if (soundsOfficial(username, name)) throw invalidField("username", USERNAME.reserved);
  const { rows } = await sql<{ name: boolean; address: boolean }>`
    select exists (select from users where lower(username) = lower(${username})) as name,
           exists (select from users where lower(email) = lower(${email})) as address`.execute(ctx.db);
  if (rows[0]?.name) throw usernameTaken();
  if (rows[0]?.address || (await isAddressKept(ctx.db, { email, userId: null, now: ctx.now() }))) throw emailTaken();
}

const NOW = { provedAt: null };

interface NewAccount {
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly by: ProofKind;
  readonly takeWork: TakeWork;
}

async function open(
  ctx: Context,
  { username, email, passwordHash, by, takeWork }: NewAccount,
  link: (trx: Transaction<DB>, userId: string) => Promise<{ readonly provedAt: Date | null }>,
): Promise<Opened> {
  const id = await ctx.drawMemberId();
  const [given] = await ctx.depositAddresses([id]);
  if (given === undefined) throw new Error("There is no address for a new member");
  const cookie = await ctx.db.transaction().execute(async (trx) => {
    await trx
      .insertInto("users")
      .values({
        id,
        username,
        email,
        password_hash: passwordHash,
        solana_address: given.address,
        address_version: given.version,
      })
      .execute()
      .catch((error: unknown) => {
        throw takenError(error);
      });
    await beginWelcome(trx, id);
    await takeWork(trx);
    const { provedAt } = await link(trx, id);
    await requireAddressNotKept(trx, { email, userId: id, now: ctx.now() });
    await noteLanguage(trx, ctx, id);
    return signInByCookie(trx, id, ctx, { by, at: provedAt });
  });
  const user = await getMe(ctx, id);
  const sent = await sendVerification(ctx, id);
  const { solanaAddress } = user;
  return {
    cookie,
    mark: { userId: id, endedAt: null },
    answer: { success: true, message: "Account created", user, solanaAddress, ...sent },
  };
}

function takenError(error: unknown): unknown {
  const constraint = constraintOf(error);
  if (constraint === "users_email_key") return emailTaken();
  return constraint === "users_username_key" ? usernameTaken() : error;
}

function usernameTaken(): AppError {
  const message = "This username is already taken";
  return new AppError("USERNAME_TAKEN", { details: [{ field: "username", message }] });
}
