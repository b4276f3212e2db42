import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Failpoint, fundLocalChain, watchRound } from "@bbux/api";
import { resumeWithdrawals } from "@bbux/api/operator";
import { type ChainGateway, createGateway } from "@bbux/chain";
import type { TestChain } from "@bbux/local-chain/testing";
import { createTag, createTestApp, type TestApp, type TestMember } from "../../testing.ts";
import { ChainView } from "./chain-view.ts";
import { FAULTS, type FaultName, GATEWAY_MS } from "./faults.ts";
import { season } from "./governance.ts";
import { Outsider } from "./outside.ts";
import { signUp } from "./sign-up.ts";
import { PEOPLE } from "./steps.ts";

/** What an armed failpoint throws where a power cut would end the process. */
export class Crash extends Error {}

/** Lamports. */
const ENDOWMENT = 5_000_000_000n;
const SLOTS_A_SECOND = 2.5;
const MOST_SLOTS = 5_000;
/** Slots after which what was sent is final. */
export const FINAL = 5;

export interface Person {
  readonly member: TestMember;
  readonly address: string;
  closed: boolean;
  /** In the stake; not in what can be spent. Base units. */
  staked: bigint;
  /** What posting, winning, and getting back have come to; deposits and withdrawals left out. Base units. */
  community: bigint;
  /** Left to the treasury when the account was closed; null until that is known. */
  forfeited: bigint | null;
}

export interface Post {
  readonly id: string;
  readonly author: Person;
  /** Base units; what the asker got back or the winner got. */
  readonly bounty: bigint;
  readonly answers: { readonly id: string; readonly author: Person }[];
  /** As somebody was told: the answer that was paid, or that it went back. */
  paidTo?: string;
  returned?: boolean;
  /** Whether what became of its bounty has been counted. */
  counted?: boolean;
}

/** A withdrawal that was answered by 200. Amounts in base units. */
export interface Asked {
  readonly id: string;
  readonly person: Person;
  readonly amount: bigint;
  readonly destination: string;
}

/** The real app, members, and a chain whose slots pass when told to; with what a plain model knows of it all. */
export class World {
  readonly t: TestApp;
  readonly chain: TestChain;
  /** The chain as it is, whatever faults it has: they are taken away while it is asked. */
  readonly truth: ChainGateway;
  readonly view: ChainView;
  readonly people: readonly Person[];
  readonly outsider: Outsider;
  readonly posts: Post[] = [];
  readonly asked: Asked[] = [];
  readonly refunds: { readonly id: string; readonly post: Post }[] = [];
  /** By id. */
  readonly proposals: string[] = [];
  readonly moderator: Person;
  /** Everything that was ever signed by outsiders. */
  readonly signatures: string[] = [];
  /** Fees of bounties, in base units. */
  treasury = 0n;
  fault: FaultName | null = null;
  #keys = 0;
  readonly #failpoint: { armed: Failpoint | null; passed: number };

  private constructor(parts: {
    t: TestApp;
    chain: TestChain;
    people: readonly Person[];
    moderator: Person;
    outsider: Outsider;
    failpoint: { armed: Failpoint | null; passed: number };
  }) {
    this.t = parts.t;
    this.chain = parts.chain;
    this.people = parts.people;
    this.moderator = parts.moderator;
    this.outsider = parts.outsider;
    this.#failpoint = parts.failpoint;
    this.truth = createGateway({ url: parts.chain.url });
    this.view = new ChainView(parts.chain.url);
  }

  /** A platform with nothing in it but its float; the chain may be an old one. */
  static async start(chain: TestChain): Promise<World> {
    const failpoint = { armed: null as Failpoint | null, passed: 0 };
    await chain.faults([]);
    const t = await createTestApp({
      chainUrl: chain.url,
      platformSeed: randomBytes(32),
      gateway: () => createGateway({ url: chain.url, timeoutMs: GATEWAY_MS }),
      env: { WITHDRAWAL_DAILY_LIMIT: "600", REFUND_REQUIRED_VOTES: "2", PROPOSAL_STAKE_PARAMETER: "0.5" },
      async failpoint(point) {
        if (point !== failpoint.armed) return;
        failpoint.armed = null;
        failpoint.passed += 1;
        throw new Crash(point);
      },
    });
    await createTag(t.database, "money");
    const outsider = new Outsider();
    await chain.airdrop(outsider.address, 900_000n * 1_000_000_000n);
    const join = async (name: string): Promise<Person> => {
      const member = await signUp(t, name);
      const address = t.services.platformWallet.addressOf(member.id);
      return { member, address, closed: false, staked: 0n, community: 0n, forfeited: null };
    };
    const people = await Promise.all(Array.from({ length: PEOPLE }, (_, nth) => join(`member-${nth}`)));
    const world = new World({ t, chain, people, moderator: await join("moderator"), outsider, failpoint });
    await season(world);
    let funded = false;
    const funding = fundLocalChain(t.services).finally(() => {
      funded = true;
    });
    while (!funded) {
      await chain.advance(FINAL);
      await sleep(5);
    }
    await funding;
    await world.#endow();
    return world;
  }

  /** Everybody has paid in before. */
  async #endow(): Promise<void> {
    const payments = this.people.map(({ address }) => ({ to: address, lamports: ENDOWMENT }));
    const { bytes, signature } = this.outsider.pay(payments, await this.truth.latestBlockhash());
    await this.truth.send(bytes);
    this.signatures.push(signature);
    await this.chain.advance(FINAL);
    const atOnce = async () => undefined;
    await watchRound(this.services, atOnce, async () => true);
  }

  /** Posts whose bounty nobody has got yet, as far as is known. */
  get bounties(): readonly Post[] {
    return this.posts.filter(({ bounty, counted }) => bounty > 0n && counted !== true);
  }

  get services() {
    return this.t.services;
  }

  /** How many armed failpoints have been passed. */
  get crashes(): number {
    return this.#failpoint.passed;
  }

  /** Names a request, so that it may be repeated. */
  nextKey(): string {
    this.#keys += 1;
    return `key-${this.#keys}`;
  }

  /** @returns what was armed before */
  crashAt(point: Failpoint | null): Failpoint | null {
    const before = this.#failpoint.armed;
    this.#failpoint.armed = point;
    return before;
  }

  /** Puts the fault that is on into force, with lies that fit the moment. */
  async misbehave(): Promise<void> {
    if (this.fault === null) return;
    const { open } = await this.t.database.ownerDb
      .selectFrom("payment_attempts")
      .select(({ fn }) => fn.countAll<string>().as("open"))
      .where("state", "in", ["SIGNED", "SENT"])
      .executeTakeFirstOrThrow();
    const truth = { open: Number(open), members: PEOPLE };
    await this.chain.faults(FAULTS[this.fault](truth));
  }

  async behave(): Promise<void> {
    await this.chain.faults([]);
  }

  /** Does something that happens outside of the platform, where its node's faults are not felt. */
  async outside<T>(work: () => Promise<T>): Promise<T> {
    await this.behave();
    const done = await work();
    await this.misbehave();
    return done;
  }

  /** The operator lets payments go on. */
  async resume(): Promise<void> {
    await resumeWithdrawals(this.services);
  }

  /** Time passes, here and on the chain. */
  async wait(seconds: number): Promise<void> {
    this.t.travel(seconds * 1_000);
    await this.chain.advance(Math.min(MOST_SLOTS, Math.ceil(seconds * SLOTS_A_SECOND)));
  }

  async close(): Promise<void> {
    await this.chain.faults([]);
    await this.t.close();
  }
}
