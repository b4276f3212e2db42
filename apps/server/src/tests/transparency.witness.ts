import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// A witness written from https://c2sp.org/tlog-witness and https://c2sp.org/tlog-cosignature, not from the platform's code.

const sha256 = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
const node = (left: Buffer, right: Buffer) => sha256(Uint8Array.of(1), left, right);

/** RFC 9162, section 2.1.4.2. */
function isConsistent(first: number, second: number, firstRoot: Buffer, secondRoot: Buffer, proof: Buffer[]): boolean {
  if (first === second) return proof.length === 0 && firstRoot.equals(secondRoot);
  const path = Number.isInteger(Math.log2(first)) ? [firstRoot, ...proof] : [...proof];
  let fn = BigInt(first - 1);
  let sn = BigInt(second - 1);
  while (fn & 1n) [fn, sn] = [fn >> 1n, sn >> 1n];
  const start = path.shift();
  if (!start) return false;
  let [fr, sr] = [start, start];
  for (const each of path) {
    if (sn === 0n) return false;
    if (fn & 1n || fn === sn) {
      fr = node(each, fr);
      sr = node(each, sr);
      while (fn !== 0n && !(fn & 1n)) [fn, sn] = [fn >> 1n, sn >> 1n];
    } else sr = node(sr, each);
    [fn, sn] = [fn >> 1n, sn >> 1n];
  }
  return sn === 0n && fr.equals(firstRoot) && sr.equals(secondRoot);
}

interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly text?: string;
}

export interface TestWitness {
  readonly name: string;
  readonly vkey: string;
  readonly url: string;
  /** As LOG_WITNESSES takes it. */
  readonly setting: string;
  /** What it has seen. */
  seen: { size: number; root: Buffer } | null;
  /** Requests, the latest last: the size it was told, and the length of the proof. */
  readonly asked: { old: number; proof: number; status: number }[];
  /** If set, answers instead of the witness. */
  instead: ((response: ServerResponse, honest: Reply) => void) | null;
  close(): Promise<void>;
}

/** @param log the platform's name and key (base64 of 32 bytes), which this witness is configured with */
export async function startWitness(
  name: string,
  log: () => { origin: string; key: string },
  now: () => Date = () => new Date(),
): Promise<TestWitness> {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const key = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  const id = sha256(Buffer.from(`${name}\n`), Uint8Array.of(4), key).subarray(0, 4);
  const vkey = `${name}+${id.toString("hex")}+${Buffer.concat([Uint8Array.of(4), key]).toString("base64")}`;

  function isFromLog(body: string, lines: string[]): boolean {
    const { origin, key: logKey } = log();
    const raw = Buffer.from(logKey, "base64");
    const logId = sha256(Buffer.from(`${origin}\n`), Uint8Array.of(1), raw).subarray(0, 4);
    const jwk = { kty: "OKP", crv: "Ed25519", x: raw.toString("base64url") };
    return lines.some((line) => {
      const [dash, signer, text = ""] = line.split(" ");
      const bytes = Buffer.from(text, "base64");
      if (dash !== "—" || signer !== origin || !bytes.subarray(0, 4).equals(logId)) return false;
      return verify(null, Buffer.from(body), createPublicKey({ key: jwk, format: "jwk" }), bytes.subarray(4));
    });
  }

  function addCheckpoint(text: string): Reply & { old: number; proof: number } {
    const [head = "", ...notes] = text.split("\n\n");
    const [oldLine = "", ...proofLines] = head.split("\n");
    const old = Number(/^old (0|[1-9]\d*)$/.exec(oldLine)?.[1] ?? Number.NaN);
    const said = (status: number, more: object = {}) => ({ status, old, proof: proofLines.length, ...more });
    const [body = "", signatures = ""] = [`${notes[0]}\n`, notes[1]];
    const [origin, sizeText = "", rootText = ""] = body.split("\n");
    if (Number.isNaN(old) || notes.length !== 2 || !text.endsWith("\n") || proofLines.length > 63) return said(400);
    if (origin !== log().origin) return said(404);
    if (!isFromLog(body, signatures.split("\n"))) return said(403);
    const [size, root] = [Number(sizeText), Buffer.from(rootText, "base64")];
    if (old > size) return said(400);
    const seen = witness.seen ?? { size: 0, root: sha256() };
    if (old !== seen.size) return said(409, { type: "text/x.tlog.size", text: `${seen.size}\n` });
    const proof = proofLines.map((line) => Buffer.from(line, "base64"));
    const isFine = old === 0 ? proof.length === 0 : isConsistent(old, size, seen.root, root, proof);
    if (!isFine) return said(422, { text: "not consistent\n" });
    witness.seen = { size, root };
    const time = BigInt(Math.floor(now().getTime() / 1_000));
    const stamp = Buffer.alloc(8);
    stamp.writeBigUInt64BE(time);
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${body}`), privateKey);
    return said(200, { text: `— ${name} ${Buffer.concat([id, stamp, signature]).toString("base64")}\n` });
  }

  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const isCall = request.method === "POST" && request.url === "/w/add-checkpoint";
    const { old, proof, ...reply } = isCall
      ? addCheckpoint(Buffer.concat(chunks).toString("utf8"))
      : { status: 404, old: -1, proof: 0 };
    witness.asked.push({ old, proof, status: reply.status });
    if (witness.instead) return witness.instead(response, reply);
    response.writeHead(reply.status, { "content-type": reply.type ?? "text/plain" }).end(reply.text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/w`;
  const witness: TestWitness = {
    name,
    vkey,
    url,
    setting: `${vkey} ${url}`,
    seen: null,
    asked: [],
    instead: null,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return witness;
}
