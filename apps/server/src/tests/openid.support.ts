import { ProviderVisitor, startTestProvider, type TestProvider } from "../testing.openid.ts";
import type { TestApp, TestMember } from "../testing.ts";
import { call, ORIGIN, ok } from "./support.ts";

/** Two providers, and the environment of a platform that knows them. */
export async function startProviders(): Promise<{
  readonly acme: TestProvider;
  readonly umbrella: TestProvider;
  readonly env: Record<string, string>;
}> {
  const acme = await startTestProvider("acme", "Acme", { origin: ORIGIN });
  const umbrella = await startTestProvider("umbrella", "Umbrella", { origin: ORIGIN });
  return { acme, umbrella, env: environmentOf([acme, umbrella]) };
}

/** Of a platform that knows these providers. */
export const environmentOf = (
  providers: readonly Pick<TestProvider, "settings">[],
  origin = ORIGIN,
): Record<string, string> => ({
  PUBLIC_ORIGIN: origin,
  OPENID_PROVIDERS: JSON.stringify(providers.map(({ settings }) => settings)),
});

/** What a browser sets out with, and comes back with. */
export type Trip = { readonly provider: string; readonly flow: string; readonly answer: string };

/** Goes to a provider to sign in, to sign up, or, with `again`, to confirm. */
export async function goToProvider(
  t: TestApp,
  name: string | null,
  { provider = "acme", again = false, visitor = new ProviderVisitor() } = {},
): Promise<Trip> {
  const { url, flow } = ok(await call(t, "POST", "/auth/openid/start", { body: { provider, again } }));
  return { provider, flow, answer: await visitor.visit(url, name) };
}

/** Goes to a provider to link the account there. */
export async function goToLink(t: TestApp, as: TestMember, name: string): Promise<Trip> {
  const { url, flow } = ok(await call(t, "POST", "/auth/openid/links/start", { as, body: { provider: "acme" } }));
  return { provider: "acme", flow, answer: await new ProviderVisitor().visit(url, name) };
}

export const comeBack = (t: TestApp, body: Trip) => call(t, "POST", "/auth/openid/return", { body });

/** A proof to sign in, to sign up, or, with `again`, to confirm with. */
export async function proofOf(
  t: TestApp,
  name: string,
  options: Parameters<typeof goToProvider>[2] = {},
): Promise<string> {
  return ok(await comeBack(t, await goToProvider(t, name, options))).proof;
}

export const signInWith = (t: TestApp, proof: string, code?: string) =>
  call(t, "POST", "/auth/openid/login", { body: { proof, ...(code !== undefined && { code }) } });

/** Links an account at a provider to the member. */
export async function linkAccount(t: TestApp, as: TestMember, name: string): Promise<void> {
  const { proof } = ok(await comeBack(t, await goToLink(t, as, name)));
  ok(await call(t, "POST", "/auth/openid/links", { as, body: { proof } }));
}

/** Calls of members with accounts at providers, to an app that is started later. */
export function openIdCallsOf(app: () => TestApp) {
  let count = 0;
  const newName = () => `open${count++}`;
  const signUp = (proof: string, username: string, email = `${username}@example.org`) =>
    call(app(), "POST", "/auth/openid/signup", { body: { username, email, proof } });
  return {
    newName,
    signUp,
    fresh: () => app().member(newName()),
    waysIn: async (as: TestMember) => ok(await call(app(), "GET", "/auth/ways-in", { as })),
    unlink: (as: TestMember, id: string) => call(app(), "DELETE", `/auth/ways-in/${id}`, { as }),
    link: (as: TestMember, proof: string) => call(app(), "POST", "/auth/openid/links", { as, body: { proof } }),
    eventsOf: async (member: TestMember): Promise<{ kind: string; message: string }[]> =>
      ok(await call(app(), "GET", "/auth/security-events", { as: member })).events,
    /** Something that a stolen session mustn't do. */
    needsProof: (as: TestMember) => call(app(), "POST", "/auth/wallets/options", { as }),
    /** A member who signed up with an account of the same name at a provider. */
    async withoutPassword(): Promise<TestMember> {
      const username = newName();
      const email = `${username}@example.org`;
      const { user } = ok(await signUp(await proofOf(app(), username), username));
      const { token, refreshToken } = ok(await signInWith(app(), await proofOf(app(), username)));
      const headers = { authorization: `Bearer ${token}` };
      return { id: user.id, username, email, password: "", token, refreshToken, headers };
    },
  };
}
