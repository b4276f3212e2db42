import type { openIdReturnOutput, openIdStartOutput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { OpenIdAccount, OpenIdProvider } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { generateSecret } from "../../platform/proofs/index.ts";
import { newChallenge, type Purpose, readChallenge, takeChallenge } from "../second-factor/index.ts";
import { type Needs, newProof, TO_USE, textOf, tooOld } from "./openid-proof.command.ts";

/** A member may have to find a password and a phone at the provider. */
const FLOW_MINUTES = 15;
/** How far the provider's clock may be behind ours. */
const CLOCKS_MS = 60_000;

/** What the browser keeps, sealed, while it is at the provider. */
const flowContents = z.object({
  provider: z.string(),
  purpose: z.custom<Purpose>((value) => typeof value === "string"),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  again: z.boolean(),
  startedAt: z.number(),
});

interface At {
  /** By the database's clock. */
  readonly at: Date;
}

/**
 * Sends a browser to a provider. Nothing is stored: the browser keeps what it is recognized by, sealed.
 * @throws AppError NOT_FOUND, PROVIDER_UNAVAILABLE
 */
export async function startOpenId(
  services: Needs,
  { provider: id, again, purpose, at }: { provider: string; again: boolean; purpose: Purpose } & At,
): Promise<z.infer<typeof openIdStartOutput>> {
  const provider = services.openIdProviders.find((one) => one.id === id);
  if (!provider) throw new AppError("NOT_FOUND", { message: "There is no such provider" });
  const request = { state: generateSecret(), nonce: generateSecret(), verifier: generateSecret() };
  const contents = JSON.stringify({ ...request, provider: id, purpose, again, startedAt: at.getTime() });
  return {
    url: await provider.address(request, again),
    flow: textOf(newChallenge(services, "come back from a provider", at, { minutes: FLOW_MINUTES, contents })),
  };
}

/**
 * Takes what the provider has sent the browser back with, once, and gives a proof of the account there for what the browser set out for.
 * @throws AppError OPENID_REFUSED, OPENID_CANCELED, OPENID_STALE, PROVIDER_UNAVAILABLE
 */
export async function returnFromOpenId(
  db: Kysely<DB>,
  services: Needs,
  { provider: cameFrom, flow, answer, at }: { provider: string; flow: string; answer: string } & At,
): Promise<z.infer<typeof openIdReturnOutput>> {
  const purpose = "come back from a provider";
  // Even one that is too old says what it was for.
  const contents = readChallenge(services, flow, { purpose, at: new Date(0) });
  if (contents === null) throw tooOld(TO_USE);
  const { data: begun } = flowContents.safeParse(JSON.parse(contents));
  // An earlier release's flow can have other contents.
  if (!begun) throw tooOld(TO_USE);
  if (!(await takeChallenge(db, services, flow, { purpose, at }))) throw tooOld(begun.purpose);
  const provider = services.openIdProviders.find(({ id }) => id === begun.provider);
  if (!provider) throw tooOld(begun.purpose);
  // One provider could have sent the browser on to another, and be given the other's code.
  if (provider.id !== cameFrom) throw new AppError("OPENID_REFUSED");
  const { id, name, issuer } = provider;
  const account = await provider.exchange(begun, answer);
  if (begun.again) requireAskedAgain(account, begun.startedAt, provider);
  const label = account.email ?? account.name;
  return {
    proof: newProof(services, begun.purpose, at, {
      issuer,
      subject: account.subject,
      label,
      provedAt: account.provedAt?.getTime() ?? null,
      again: begun.again,
    }),
    provider: { id, name },
    account: label,
    email: account.email,
  };
}

/** Only a provider of which the operator says so is believed without saying when (docs/adr/0046). @throws AppError OPENID_STALE */
function requireAskedAgain(
  { provedAt }: OpenIdAccount,
  startedAt: number,
  { name, saysWhen }: Pick<OpenIdProvider, "name" | "saysWhen">,
): void {
  if (provedAt === null ? !saysWhen : provedAt.getTime() >= startedAt - CLOCKS_MS) return;
  const message = `${name} didn't ask for your password again. Sign out there and try again, or confirm in another way.`;
  throw new AppError("OPENID_STALE", { message });
}
