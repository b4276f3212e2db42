import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { envSchema } from "./env.schema.ts";
import { EnvError, readEnv } from "./env.ts";

/** The error message that the start fails with. */
function complaint(source: Record<string, string>): string {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  return "";
}

const production = {
  NODE_ENV: "production",
  SESSION_SECRET: "s".repeat(32),
  PLATFORM_WALLET_SECRET: "w",
  PUBLIC_ORIGIN: "https://bbux.example",
};

describe("the environment", () => {
  it("can be empty, because everything has a default outside production [M9.34]", () => {
    expect(readEnv({})).toMatchObject({
      NODE_ENV: "development",
      PORT: 3000,
      HOST: "localhost",
      LOCAL_CHAIN_PORT: 8899,
      LOCAL_CHAIN_FINAL_AFTER: 8,
      DEMO: "on",
      RATE_LIMITS: "on",
      TRUST_LIMITS: "on",
      LOG_LEVEL: "warn",
    });
  });

  it("names witnesses of the log by keys that match their names, each once, with an https address [M3.10]", () => {
    const key = Buffer.concat([Uint8Array.of(4), Buffer.alloc(32, 9)]);
    const vkey = (name: string, kind = 4) => {
      const bytes = Buffer.concat([Uint8Array.of(kind), key.subarray(1)]);
      const id = createHash("sha256").update(`${name}\n`).update(bytes).digest("hex").slice(0, 8);
      return `${name}+${id}+${bytes.toString("base64")}`;
    };
    const one = `${vkey("w.example/1")} https://w.example/add`;
    const [found] = readEnv({ LOG_WITNESSES: one }).LOG_WITNESSES ?? [];
    expect(found).toMatchObject({ key: { name: "w.example/1" }, url: "https://w.example/add" });
    expect(found?.key.publicKey.equals(key.subarray(1))).toBe(true);
    expect(complaint({ LOG_WITNESSES: `${one}, ${one}` })).toContain("twice");
    expect(complaint({ LOG_WITNESSES: `${one}, ${vkey("other")} https://o.example` })).toContain("twice");
    for (const wrong of ["", vkey("log", 1), one.replace("w.example/1", "w.example/2"), "w https://w.example"]) {
      expect(complaint({ LOG_WITNESSES: `${wrong},` })).toContain("LOG_WITNESSES must name each witness by its key");
    }
    expect(complaint({ LOG_WITNESSES: vkey("w") })).toContain("must have an https:// URL behind w");
    expect(complaint({ LOG_WITNESSES: `${vkey("w")} http://w.example` })).toContain("https://");
    expect(complaint({ LOG_ORIGIN: "a b" })).toContain("LOG_ORIGIN must be a name");
  });

  it("takes OpenID Connect providers, each complete and known once, with the origin that they send browsers back to", () => {
    const acme = { id: "acme", name: "Acme", issuer: "https://id.acme.example", clientId: "bbux" };
    const given = (...providers: object[]) => ({
      OPENID_PROVIDERS: JSON.stringify(providers),
      PUBLIC_ORIGIN: "https://bbux.example",
    });
    expect(readEnv(given(acme)).OPENID_PROVIDERS).toEqual([{ ...acme, issuer: `${acme.issuer}/`, saysWhen: true }]);
    expect(complaint({ OPENID_PROVIDERS: JSON.stringify([acme]) })).toContain("must be set with PUBLIC_ORIGIN");
    const others = [
      { issuer: "http://id.acme.example" },
      { id: "Acme Inc." },
      { name: " " },
      { clientId: "" },
      { secret: "a misspelled name" },
    ];
    for (const other of others) {
      expect(complaint(given({ ...acme, ...other }))).toContain("must be a JSON array of providers");
    }
    expect(complaint({ OPENID_PROVIDERS: "acme" })).toContain("must be a JSON array of providers");
    const second = { ...acme, id: "other", name: "Other", issuer: "https://id.other.example" };
    expect(readEnv(given(acme, second)).OPENID_PROVIDERS).toHaveLength(2);
    for (const field of ["id", "name", "issuer"] as const) {
      expect(complaint(given(acme, { ...second, [field]: acme[field] }))).toContain(`the same ${field}`);
    }
    expect(complaint(given(acme, { ...second, issuer: `${acme.issuer}/` }))).toContain("the same issuer");
  });

  it("defaults to the documented limits [M9.27 M9.28 M9.29 M9.30]", () => {
    expect(readEnv({})).toMatchObject({
      RATE_LIMIT_PUBLIC_MINUTE: 100,
      RATE_LIMIT_PUBLIC_HOUR: 1_000,
      RATE_LIMIT_MEMBER_MINUTE: 500,
      RATE_LIMIT_MEMBER_HOUR: 5_000,
      RATE_LIMIT_PAGE_MINUTE: 300,
      RATE_LIMIT_PAGE_HOUR: 6_000,
      TRUST_PROXY_HOPS: 0,
    });
  });

  it("accepts a signing secret, a chain endpoint, the platform's wallet, and an environment name [M9.34]", () => {
    const env = readEnv({ ...production, SOLANA_RPC_URL: "https://rpc.example", PORT: "8080", DEMO: "off" });
    expect(env).toMatchObject({ ...production, SOLANA_RPC_URL: "https://rpc.example", PORT: 8080, DEMO: "off" });
    expect(env.LOG_LEVEL).toBe("info");
  });

  it("creates a demo community, whose passwords are public, only in the embedded database", () => {
    expect(readEnv({ DATABASE_URL: "postgres://localhost/somebodys" }).DEMO).toBe("off");
    expect(readEnv({ DATABASE_URL: "postgres://localhost/mine", DEMO: "on" }).DEMO).toBe("on");
    expect(readEnv(production).DEMO).toBe("off");
    expect(() => readEnv({ ...production, DEMO: "on" })).toThrow("DEMO must not be on in production");
  });

  it("treats empty variables as unset", () => {
    const { DATABASE_URL, SMTP_URL, PORT } = readEnv({ DATABASE_URL: "", SMTP_URL: "", PORT: "" });
    expect({ DATABASE_URL, SMTP_URL, PORT }).toEqual({ PORT: 3000 });
  });

  it.each([
    ["NODE_ENV", "staging"],
    ["PORT", "http"],
    ["PORT", "70000"],
    ["PORT", "-1"],
    ["PORT", "80.5"],
    ["DATABASE_URL", "mysql://x"],
    ["DATABASE_URL", "not a url"],
    ["DATABASE_REPLICA_URLS", "postgres://one/bbux,two"],
    ["DATABASE_POOL", "0"],
    ["PUBLIC_ORIGIN", "bbux.example"],
    ["PUBLIC_ORIGIN", "https://bbux.example/path"],
    ["PUBLIC_ORIGIN", "https://bbux.example/"],
    ["SESSION_SECRET", "too short"],
    ["SOLANA_RPC_URL", "ws://x"],
    ["SOLANA_WITNESS_URL", "ws://x"],
    ["WITNESS_FROM", "-1"],
    ["SINGLE_NODE_LIMIT", "all"],
    ["APPROVAL_FROM", "never"],
    ["LOCAL_CHAIN_PORT", "x"],
    ["LOCAL_CHAIN_FINAL_AFTER", "0"],
    ["SMTP_URL", "http://mail"],
    ["REDIS_URL", "localhost:6379"],
    ["DEMO", "yes"],
    ["RATE_LIMITS", "false"],
    ["RATE_LIMIT_PUBLIC_MINUTE", "0"],
    ["RATE_LIMIT_MEMBER_HOUR", "many"],
    ["TRUST_PROXY_HOPS", "true"],
    ["TRUST_PROXY_HOPS", "-1"],
    ["METRICS_TOKEN", "short"],
    ["LOG_LEVEL", "loud"],
  ])("with %s=%s stops the start with a message that names the variable [M9.34]", (name, value) => {
    const lines = complaint({ [name]: value }).split("\n");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${name} \\S`));
    expect(lines[0]).not.toContain(value.length > 12 ? value : "\u0000");
  });
  it("with several wrong values names each of them", () => {
    expect(complaint({ PORT: "x", DEMO: "x" }).split("\n")).toHaveLength(2);
  });

  it.each(["SESSION_SECRET", "PLATFORM_WALLET_SECRET", "PUBLIC_ORIGIN"])(
    "in production without %s stops the start with a message that names it [M9.34]",
    (name) => {
      expect(complaint({ ...production, [name]: "" })).toBe(`${name} must be set in production`);
    },
  );
  it("in production doesn't lift the limits [M9.34]", () => {
    expect(complaint({ ...production, RATE_LIMITS: "off" })).toBe("RATE_LIMITS must not be off in production");
    expect(readEnv(production).RATE_LIMITS).toBe("on");
  });

  it("counts addresses as confirmed without a mail only while BBUX is worth nothing", () => {
    expect(readEnv({}).EMAIL_VERIFICATION).toBe("on");
    expect(readEnv({ EMAIL_VERIFICATION: "off" }).EMAIL_VERIFICATION).toBe("off");
    expect(complaint({ EMAIL_VERIFICATION: "off", SOLANA_RPC_URL: "https://rpc.example", DEMO: "off" })).toBe(
      "EMAIL_VERIFICATION must not be off with SOLANA_RPC_URL: members withdraw what is worth something",
    );
  });

  it("needs a second node to be another provider's, on a cluster [M4.06]", () => {
    const SOLANA_RPC_URL = "https://rpc.example/v2/key";
    expect(complaint({ SOLANA_WITNESS_URL: "https://other.example" })).toBe(
      "SOLANA_WITNESS_URL must be set with SOLANA_RPC_URL: the local chain has one node",
    );
    expect(complaint({ SOLANA_RPC_URL, SOLANA_WITNESS_URL: "https://rpc.example/v2/other-key" })).toBe(
      "SOLANA_WITNESS_URL must be at another provider than SOLANA_RPC_URL",
    );
    const env = { SOLANA_RPC_URL, SOLANA_WITNESS_URL: "https://other.example", DEMO: "off" };
    expect(readEnv(env)).toMatchObject({ ...env, WITNESS_FROM: "1", SINGLE_NODE_LIMIT: "100" });
  });

  it("needs a way past the pooler, and replicas, to be of a database that's given", () => {
    expect(complaint({ DATABASE_DIRECT_URL: "postgres://localhost/mine" })).toBe(
      "DATABASE_DIRECT_URL must be set with DATABASE_URL, whose pooler it goes past",
    );
    expect(complaint({ DATABASE_REPLICA_URLS: "postgres://one/bbux" })).toBe(
      "DATABASE_REPLICA_URLS must be set with DATABASE_URL, whose replicas they are",
    );
    const two = {
      DATABASE_URL: "postgres://me@db/bbux",
      DATABASE_REPLICA_URLS: "postgres://one/bbux, postgres://two/bbux",
    };
    expect(readEnv(two).DATABASE_REPLICA_URLS).toEqual(["postgres://one/bbux", "postgres://two/bbux"]);
  });

  it("describes every variable", () => {
    for (const [name, schema] of Object.entries(envSchema.shape)) expect(schema.description, name).toMatch(/\.$/);
  });
});
