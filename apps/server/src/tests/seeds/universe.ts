import { createPasswords, noticeBooks, type Services } from "@bbux/api";
import { type ChainGateway, createGateway, type PlatformWallet, type Signer } from "@bbux/chain";
import type { Database } from "@bbux/db";
import type { Random } from "@bbux/db/testing/form";
import type { TestCluster, TestNode } from "@bbux/local-chain/testing";
import { memberCaller } from "../../caller.ts";
import { createServices } from "../../services.ts";
import { createLocalSignals } from "../../signals.ts";
import { ChainView } from "../money/chain-view.ts";
import type { Books, Contents } from "../money/contents.ts";
import { Outsider } from "../money/outside.ts";
import { strangersAddress } from "./addresses.ts";
import { gatewayOf, NODE, type Process } from "./process.ts";
import type { Schedule } from "./schedule.ts";
import { COLD, ENV } from "./settings.ts";
import { type SeedSigner, signerOf } from "./signer.ts";

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

/** What outlives a seed. */
export interface Shared {
  readonly cluster: TestCluster;
  readonly outsider: Outsider;
  readonly signer: SeedSigner;
  /** The books in use, and those that a replica is promoted from. */
  readonly books: readonly [Books, Books];
}

/** Percent of the steps before which slots pass, and how many at most: a payment becomes final while others are in the middle of theirs. */
const SLOTS = 6;
const MOST_SLOTS = 4;

/** Cheap, because nobody signs in. */
const passwords = createPasswords({ cost: { memoryCost: 8, timeCost: 1 } });
const signals = createLocalSignals();
const holder = new Outsider(COLD);

/** Where a seed begins. */
export interface Start {
  readonly contents: Contents;
  /** An earlier moment, from when there is a backup, too. */
  readonly earlier: Contents;
  readonly people: readonly Person[];
  /** The clock, in milliseconds. */
  readonly time: number;
}

export interface Terms {
  readonly hasWitness: boolean;
  /** Payments that a worker drives at a time; what the platform does by default if it isn't given. */
  readonly concurrency?: number | undefined;
}

/** Two processes over one database and one chain, driven by a schedule. */
export class Universe {
  readonly schedule: Schedule;
  readonly truth: ChainGateway;
  readonly view: ChainView;
  readonly people: readonly Person[];
  readonly #shared: Shared;
  readonly witness: TestNode | null;
  readonly #concurrency: number | undefined;
  /** Transactions of the platform that nodes were given, by signature: anyone may send them again. */
  readonly sent = new Map<string, Uint8Array>();
  /** Addresses of nobody that were paid to. */
  #destinations = 0;
  /** Ids that were given out to new members. */
  readonly ids = new Set<string>();
  #processes: [Process, Process];
  #books: Books;
  #spare: Books;
  /** The moments that the books can be put back to. */
  readonly kept: Contents[];
  /** What still works on the primary that was replaced. The signer signs nothing for it once the new one has asked. */
  #old: Process | null = null;
  #restarts = 0;
  /** Milliseconds. */
  #time: number;

  constructor(shared: Shared, schedule: Schedule, start: Start & Terms) {
    [this.#books, this.#spare] = shared.books;
    this.#shared = shared;
    this.schedule = schedule;
    this.people = start.people;
    this.#time = start.time;
    this.kept = [start.earlier, start.contents];
    this.#concurrency = start.concurrency;
    this.witness = start.hasWitness ? shared.cluster.node() : null;
    const { fetch } = shared.cluster.node();
    this.truth = createGateway({ url: NODE, fetch });
    this.view = new ChainView(NODE, fetch);
    this.#processes = [this.#start(shared.cluster.node()), this.#start(shared.cluster.node())];
    const signersLook = gatewayOf(schedule, shared.cluster.node());
    shared.signer.rewind({ now: () => new Date(this.#time), look: () => signersLook });
  }

  get processes(): readonly [Process, Process] {
    return this.#processes;
  }

  /** Where jobs run: at the processes, and at the primary that was replaced. */
  get workers(): readonly Process[] {
    return this.#old ? [...this.#processes, this.#old] : this.#processes;
  }

  get ownerDb(): Database {
    return this.#books.ownerDb;
  }

  get time(): number {
    return this.#time;
  }

  get db(): Database {
    return this.#books.db;
  }

  get wallet(): PlatformWallet {
    return this.#shared.signer.wallet;
  }

  get outsider(): Outsider {
    return this.#shared.outsider;
  }

  /** An address that this seed hasn't used, the same whenever it is repeated. */
  freshAddress(): string {
    this.#destinations += 1;
    return strangersAddress(this.#destinations);
  }

  get signer(): Signer {
    return this.#shared.signer.signer;
  }

  get hot(): string {
    return this.wallet.address;
  }

  /** A payment from outside, which is sent at once. @returns its signature */
  async pay(payments: readonly { readonly to: string; readonly lamports: bigint }[]): Promise<string> {
    const { bytes, signature } = this.outsider.pay(payments, await this.truth.latestBlockhash());
    await this.truth.send(bytes);
    return signature;
  }

  /** The cold wallet's holder sends this many lamports to an address, with the key that is offline. */
  async payFromCold(to: string, lamports: bigint): Promise<void> {
    const { bytes } = holder.pay([{ to, lamports }], await this.truth.latestBlockhash());
    await this.truth.send(bytes);
  }

  /** The signer dies wherever it is, and starts again with its record. */
  restartSigner(): void {
    this.#shared.signer.restart();
  }

  /** What a member does at a process. */
  as({ id, name }: Person, { services }: Process) {
    return memberCaller(services, id, name);
  }

  pass(seconds: number, slots: number): void {
    this.#time += seconds * 1_000;
    this.#shared.cluster.advance(slots);
  }

  /** Lets one task go on, and now and then the chain. @returns false when none waits */
  async goOn(random: Random): Promise<boolean> {
    if (random.chance(SLOTS)) this.pass(1, 1 + random.next(MOST_SLOTS));
    return this.schedule.step(random);
  }

  /** Kills a process where it is, and starts it again. */
  restart(process: Process): void {
    this.schedule.kill(process.name);
    const next = this.#start(process.node, process);
    this.#processes = this.#processes.map((each) => (each === process ? next : each)) as [Process, Process];
  }

  /** Keeps the books as they are now. */
  async backUp(): Promise<void> {
    this.kept.push(await this.#books.read());
  }

  /** Loses everything that the books have learned since they were kept. */
  async restore(contents: Contents): Promise<void> {
    this.retire();
    for (const process of this.#processes) this.schedule.kill(process.name);
    await this.#books.write(contents);
    await noticeBooks(this.#books.db);
    for (const process of this.#processes) this.restart(process);
  }

  /** A replica that was behind takes over, while one process goes on working on the old primary. */
  async promote(contents: Contents): Promise<void> {
    this.retire();
    const [first, second] = this.#processes;
    this.schedule.kill(first.name);
    [this.#books, this.#spare] = [this.#spare, this.#books];
    await this.#books.write(contents);
    await noticeBooks(this.#books.db);
    this.#old = second;
    this.#processes = [this.#start(first.node, first), this.#start(second.node, second)];
  }

  /**
   * A replica that was behind takes over at the same address. Running processes reconnect, and go on with what they have read from the
   * primary that is gone; nobody tells them.
   */
  async failOver(contents: Contents): Promise<void> {
    this.retire();
    await this.#books.write(contents);
  }

  /** Ends what is still done on the old primary. */
  retire(): void {
    if (this.#old) this.schedule.kill(this.#old.name);
    this.#old = null;
  }

  #start(node: TestNode, { skew, invented, distort, forgetful, signer }: Partial<Process> = {}): Process {
    this.#restarts += 1;
    const state = {
      name: `process ${this.#restarts}`,
      node,
      books: this.#books,
      skew: skew ?? 0,
      signer: signer ?? null,
      invented: invented ?? new Map(),
      distort: distort ?? null,
      forgetful: forgetful ?? false,
    };
    return Object.assign(state, { services: this.#services(state) });
  }

  #services(process: Omit<Process, "services">): Services {
    const { schedule, witness, wallet } = this;
    const services = createServices({
      env: ENV,
      sessionSecret: "nothing is sealed in these tests",
      signals,
      chain: {
        gateway: gatewayOf(schedule, process.node, { lies: process, sent: this.sent }),
        rpc: { url: NODE, cluster: witness ? "custom" : "local", local: true, explorer: null },
        witness: witness && { chain: gatewayOf(schedule, witness), name: "witness.test" },
      },
      passwords,
      db: process.books.db,
      signer: signerOf(schedule, this.#shared.signer, process),
      viewKeys: wallet.viewKeys(),
      failpoint: async () => undefined,
      now: () => new Date(this.#time + process.skew),
      databaseNow: async () => {
        await schedule.point("databaseNow");
        return new Date(this.#time);
      },
      enqueue: async () => undefined,
    });
    if (this.#concurrency === undefined) return services;
    return { ...services, money: { ...services.money, concurrency: this.#concurrency } };
  }
}
