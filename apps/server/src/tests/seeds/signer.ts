import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type PlatformWallet, type Signer, SignerError } from "@bbux/chain";
import { type OpenSigner, openSigner, type Surroundings } from "@bbux/signer/open";
import { signerDir, signerSettings } from "../../signer.ts";
import type { Process } from "./process.ts";
import { inTurns, type Schedule } from "./schedule.ts";
import { ENV, SEED } from "./settings.ts";

/** The platform's signer with its record, which is put back for each seed. */
export class SeedSigner {
  readonly #path = join(signerDir(ENV.DATA_DIR), "record");
  #surroundings: Surroundings = { look: () => null };
  #open: OpenSigner;
  #kept: Uint8Array = new Uint8Array();

  constructor() {
    const dir = signerDir(ENV.DATA_DIR);
    // Files of seeds that share a worker share the data directory, one after the other.
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { mode: 0o700 });
    this.#open = this.#start();
  }

  get wallet(): PlatformWallet {
    return this.#open.wallet;
  }

  get signer(): Signer {
    return this.#open.signer;
  }

  /** Remembers its record as it is. */
  mark(): void {
    this.#kept = readFileSync(this.#path);
  }

  /** Goes back to the record that it remembers. @param surroundings its clock, and its own look at the chain */
  rewind(surroundings: Surroundings): void {
    this.#surroundings = surroundings;
    this.#open.record.close();
    writeFileSync(this.#path, this.#kept);
    this.#open = this.#start();
  }

  /** Dies, and starts with what its record has. */
  restart(): void {
    this.#open.record.close();
    this.#open = this.#start();
  }

  close(): void {
    this.#open.record.close();
  }

  #start(): OpenSigner {
    return openSigner(SEED, signerSettings(ENV), this.#surroundings);
  }
}

const GONE = "the connection was closed";

/** The signer as a process reaches it. */
export function signerOf(schedule: Schedule, own: SeedSigner, state: Pick<Process, "signer">): Signer {
  const reached = new Proxy(own.signer, {
    get(_, key) {
      return async (...args: unknown[]) => {
        if (state.signer === "down") throw new SignerError("UNREACHABLE", "nobody listens");
        const { signer } = own;
        const call: unknown = Reflect.get(signer, key);
        if (typeof call !== "function") throw new TypeError(`the signer has no ${String(key)}`);
        const signed: unknown = await Reflect.apply(call, signer, args).catch((error: unknown) => {
          throw own.signer === signer ? error : new SignerError("UNREACHABLE", GONE);
        });
        if (own.signer !== signer) throw new SignerError("UNREACHABLE", GONE);
        if (state.signer !== "killed") return signed;
        state.signer = null;
        own.restart();
        throw new SignerError("UNREACHABLE", GONE);
      };
    },
  });
  return inTurns(schedule, reached);
}
