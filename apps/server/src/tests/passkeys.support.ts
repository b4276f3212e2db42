import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { PasskeyAssertion, PasskeyRegistration } from "@bbux/contract";
import type { TestApp, TestMember } from "../testing.ts";
import { call, ok } from "./support.ts";

/** Where browsers reach the web app in development. */
export const DEVELOPMENT = "http://localhost:3000";

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

/** What a page of the web app would ask and sign, unless a test says otherwise. */
interface Circumstances {
  readonly origin?: string;
  readonly host?: string;
  /** Whether a fingerprint or PIN was checked. */
  readonly isVerified?: boolean;
  /** How often the key has been used, as far as it knows. */
  readonly counter?: number;
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const [PRESENT, VERIFIED, HAS_KEY] = [0x01, 0x04, 0x40];

/** A passkey in software: it makes real keys and signatures, without a browser. */
export class Passkey {
  readonly #id = randomBytes(16);
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  #counter = 0;

  make(options: Record<string, unknown>, how: Circumstances = {}): PasskeyRegistration {
    const key = this.#keys.publicKey.export({ format: "jwk" });
    const cose: Cbor = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(key.x ?? "", "base64url")],
      [-3, Buffer.from(key.y ?? "", "base64url")],
    ]);
    const length = Buffer.from([0, this.#id.length]);
    const data = Buffer.concat([
      authenticatorData({ counter: 0, ...how }, HAS_KEY),
      Buffer.alloc(16),
      length,
      this.#id,
      cbor(cose),
    ]);
    const attestation = new Map<string, Cbor>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", data],
    ]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData("webauthn.create", options, how).toString("base64url"),
        attestationObject: cbor(attestation).toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  use(options: Record<string, unknown>, how: Circumstances & { key?: KeyObject } = {}): PasskeyAssertion {
    this.#counter++;
    const data = authenticatorData({ counter: this.#counter, ...how }, 0);
    const client = clientData("webauthn.get", options, how);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", Buffer.concat([data, sha256(client)]), how.key ?? this.#keys.privateKey).toString(
          "base64url",
        ),
      },
    };
  }

  #named() {
    const id = this.#id.toString("base64url");
    return { id, rawId: id, type: "public-key", clientExtensionResults: {} } as const;
  }
}

function clientData(type: string, { challenge }: Record<string, unknown>, how: Circumstances): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin: how.origin ?? DEVELOPMENT }));
}

function authenticatorData(
  { host = "localhost", isVerified = true, counter = 0 }: Circumstances,
  more: number,
): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt8(PRESENT | (isVerified ? VERIFIED : 0) | more);
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(host), rest]);
}

/** Encodes what passkeys consist of (RFC 8949). */
function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  return size < 256 ? Buffer.from([(kind << 5) | 24, size]) : Buffer.from([(kind << 5) | 25, size >> 8, size & 0xff]);
}

/** What the platform asks of a browser whose member uses a passkey. */
export async function optionsToUse(t: TestApp): Promise<Record<string, unknown>> {
  return ok(await call(t, "POST", "/auth/passkey/options")).options;
}

/** What it asks of the browser of a member who adds one. */
export async function optionsToAdd(t: TestApp, as: TestMember): Promise<Record<string, unknown>> {
  return ok(await call(t, "POST", "/auth/factors/passkeys/options", { as })).options;
}

/** Adds a passkey to a member. @returns it, and the recovery codes */
export async function addPasskey(t: TestApp, as: TestMember): Promise<{ passkey: Passkey; recoveryCodes: string[] }> {
  const passkey = new Passkey();
  const body = { name: "Laptop", passkey: passkey.make(await optionsToAdd(t, as)) };
  const { recoveryCodes } = ok(await call(t, "POST", "/auth/factors/passkeys", { as, body }));
  return { passkey, recoveryCodes };
}
