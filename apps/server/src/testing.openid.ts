import { createSign, generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type JWK } from "oidc-provider";
import type { OpenIdSettings } from "./env.openid.ts";

const HOUR = 3_600;

type Claims = Record<string, unknown>;

export interface Lie {
  readonly fails?: true;
  readonly claims?: (claims: Claims) => Claims;
  readonly token?: (token: string) => string;
}

/** A real OpenID Connect provider on this machine, at which anyone can sign in with any name and password. */
export interface TestProvider {
  readonly settings: OpenIdSettings;
  /** Has it fail, or change the claims of the ID token before it is signed, or the whole token, when one is asked for next. */
  lieOnce(lie: Lie): void;
  stop(): Promise<void>;
}

/**
 * Starts one. Its members have the email address `<name>@provider.example`, which it vouches for.
 * @param origin of the web app
 * @param port 0 picks a free one
 */
export async function startTestProvider(
  id: string,
  name: string,
  { origin, port = 0 }: { readonly origin: string; readonly port?: number },
): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const key = { ...privateKey.export({ format: "jwk" }), kid: id, alg: "RS256", use: "sig" } as JWK;
  const settings = {
    id,
    name,
    issuer,
    clientId: "bbux",
    clientSecret: "a secret that both know, for tests",
    saysWhen: true,
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        redirect_uris: [`${origin}/login/${id}`],
      },
    ],
    jwks: { keys: [key] },
    ttl: { Interaction: HOUR, Session: HOUR, Grant: HOUR, AccessToken: HOUR, IdToken: HOUR },
    cookies: { keys: ["a key for cookies, for tests"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: `${sub}@provider.example`, email_verified: true, name: sub }),
    }),
  });
  const answer = provider.callback();
  let lie: Lie | null = null;
  const test: TestProvider = {
    settings,
    lieOnce: (next) => {
      lie = next;
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const told = request.url === "/token" ? lie : null;
    if (told !== null) lie = null;
    if (told?.fails) {
      response.writeHead(503).end();
      return;
    }
    if (told !== null) tamper(response, told);
    answer(request, response);
  });
  const tamper = (response: ServerResponse, { claims, token }: Lie) => {
    const end = response.end.bind(response);
    response.end = ((body: Buffer | string) => {
      const tokens: { id_token?: string } = JSON.parse(String(body));
      if (tokens.id_token === undefined) return end(body);
      const [head = "", payload = ""] = tokens.id_token.split(".");
      const changed = claims?.(JSON.parse(Buffer.from(payload, "base64url").toString()));
      const signed = changed ? sign(head, changed) : tokens.id_token;
      const text = JSON.stringify({ ...tokens, id_token: token?.(signed) ?? signed });
      response.setHeader("content-length", Buffer.byteLength(text));
      return end(text);
    }) as ServerResponse["end"];
  };
  const sign = (head: string, claims: Claims) => {
    const content = `${head}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
    return `${content}.${createSign("sha256").update(content).sign(privateKey, "base64url")}`;
  };
  return test;
}

const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "";

/** Someone's browser at a provider, without scripts. */
export class ProviderVisitor {
  readonly #cookies = new Map<string, string>();

  /**
   * Goes to a provider, and signs in with the name where it is asked.
   * @param name null to refuse
   * @returns the query of the address that the provider sends the browser back to
   */
  async visit(url: string, name: string | null): Promise<string> {
    let next = new URL(url);
    const home = next.origin;
    let body: URLSearchParams | null = null;
    for (let steps = 0; steps < 20; steps++) {
      if (next.origin !== home) return next.search;
      const response: Response = await this.#fetch(next, body);
      body = null;
      const location = response.headers.get("location");
      if (location !== null) {
        next = new URL(location, next);
        continue;
      }
      const page = await response.text();
      const action = (name === null ? /href="([^"]*\/abort)"/ : /action="([^"]+)"/).exec(page)?.[1];
      if (action === undefined) throw new Error(`The provider shows no form: ${response.status} ${page}`);
      next = new URL(action, next);
      if (name === null) continue;
      body = new URLSearchParams({ login: name, password: "any" });
      for (const [input = ""] of page.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
        body.set(attribute(input, "name"), attribute(input, "value"));
      }
    }
    throw new Error("The provider doesn't send the browser back");
  }

  async #fetch(url: URL, body: URLSearchParams | null): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      method: body === null ? "GET" : "POST",
      redirect: "manual",
      headers: { cookie },
      ...(body !== null && { body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      this.#cookies.set(name, value);
    }
    return response;
  }
}
