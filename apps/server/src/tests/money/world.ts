import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Failpoint, fundLocalChain, noticeBooks, watchRound } from "@bbux/api";
import { resumeWithdrawals } from "@bbux/api/operator";
import { type ChainGateway, createGateway } from "@bbux/chain";
import { createTestDatabase } from "@bbux/db/testing";
import type { TestChain } from "@bbux/local-chain/testing";
import { createTag, createTestApp, type TestApp, type TestMember } from "../../testing.ts";
import { ChainView } from "./chain-view.ts";
import { type Books, type Contents, replaceable } from "./contents.ts";
import { FAULTS, type FaultName, GATEWAY_MS } from "./faults.ts";
import { season } from "./governance.ts";
import { Outsider } from "./outside.ts";
import { signUp } from "./sign-up.ts";
import { PEOPLE } from "./steps.ts";
import { type Trouble, Troubles } from "./troubles.ts";

/** Thrown by an armed failpoint where a power failure would end the process. */
export class Crash extends Error {}

/** Lamports. */
const ENDOWMENT = 5_000_000_000n;
const SLOTS_A_SECOND = 2.5;
const MOST_SLOTS = 5_000;
/** Slots after which anything sent is final. */
export const FINAL = 5;

const ENV = {
  WITHDRAWAL_DAILY_LIMIT: "600",
  REFUND_REQUIRED_VOTES: "2",
  PROPOSAL_STAKE_PARAMETER: "0.5",
  SETTLEMENT_REVIEW_FROM: "0.5",
  // Each is renewed when books are restored.
  NONCE_POOL: "4",
  WITNESS_FROM: "0.5",
  APPROVAL_FROM: "off",
};

export interface Person {
  readonly member: TestMember;
  readonly address: string;
  /** Whether the account is closed or about to be, so that its member can do nothing. */
  closed: boolean;
  /** When it closes for good, by the world's clock; null if it has closed, or nobody has asked. */
  closesAt: number | null;
  /** The stake, which isn't part of the available balance. Base units. */
  staked: bigint;
  /** The net effect of posting, winning, and refunds, without deposits and withdrawals. Base units. */
  community: bigint;
  /** Given to the treasury on closing the account; null until known. */
  forfeited: bigint | null;
}

export interface Post {
  readonly id: string;
  readonly author: Person;
  /** Base units; what the asker got back or the winner received. */
  readonly bounty: bigint;
  readonly answers: { readonly id: string; readonly author: Person }[];
  /** As reported by the platform: the answer that was paid, or that the bounty was returned. */
  paidTo?: string;
  returned?: boolean;
  /** Whether the outcome of its bounty has been counted. */
  counted?: boolean;
}

/** A withdrawal that got a 200. Amounts in base units. */
export interface Asked {
  readonly id: string;
  readonly person: Person;
  readonly amount: bigint;
  readonly destination: string;
}

/** The real app, members, and a chain whose slots pass on request, along with what a simple model knows about them. */
export class World {
  readonly t: TestApp;
  readonly chain: TestChain;
  /** The chain without its faults, which are suspended while it is read. */
  readonly truth: ChainGateway;
  readonly view: ChainView;
  readonly people: readonly Person[];
  readonly outsider: Outsider;
  readonly posts: Post[] = [];
  readonly asked: Asked[] = [];
  /** Withdrawals that restored books have forgotten, until these find out about those that were paid. */
  lost: readonly Asked[] = [];
  readonly refunds: { readonly id: string; readonly post: Post }[] = [];
  /** By id. */
  readonly proposals: string[] = [];
  readonly moderator: Person;
  /** Everything that outsiders ever signed. */
  readonly signatures: string[] = [];
  /** Bounty fees, in base units. */
  treasury = 0n;
  fault: FaultName | null = null;
  readonly troubles: Troubles;
  #keys = 0;
  readonly #books: Books;
  readonly #failpoint: { armed: Failpoint | null; passed: number };

  private constructor(parts: {
    t: TestApp;
    kept: Books;
    chain: TestChain;
    people: readonly Person[];
    moderator: Person;
    outsider: Outsider;
    troubles: Troubles;
    failpoint: { armed: Failpoint | null; passed: number };
  }) {
    this.t = parts.t;
    this.#books = parts.kept;
    this.chain = parts.chain;
    this.people = parts.people;
    this.moderator = parts.moderator;
    this.outsider = parts.outsider;
    this.troubles = parts.troubles;
    this.#failpoint = parts.failpoint;
    this.truth = createGateway({ url: parts.chain.url });
    this.view = new ChainView(parts.chain.url);
  }

  /**
   * A platform that holds nothing but its float; the chain may have been used before.
   * @param hasWitness only a second node can tell what a node invents, so there is no such trouble without one
   */
  static async start(chain: TestChain, hasWitness: boolean): Promise<World> {
    const failpoint = { armed: null as Failpoint | null, passed: 0 };
    const troubles = new Troubles();
    const ours = { hot: "", members: [] as readonly string[] };
    await chain.faults([]);
    const database = await createTestDatabase();
    const kept = await replaceable(database);
    const t = await createTestApp({
      database,
      chainUrl: chain.url,
      platformSeed: randomBytes(32),
      gateway: () => troubles.gateway(createGateway({ url: chain.url, timeoutMs: GATEWAY_MS }), () => ours),
      ...(hasWitness && { witness: createGateway({ url: chain.url, timeoutMs: GATEWAY_MS }) }),
      signer: (real) => troubles.signer(real),
      skew: () => troubles.skew(),
      env: ENV,
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
      const address = t.wallet.addressOf(member.id);
      return { member, address, closed: false, closesAt: null, staked: 0n, community: 0n, forfeited: null };
    };
    const people = await Promise.all(Array.from({ length: PEOPLE }, (_, nth) => join(`member-${nth}`)));
    Object.assign(ours, { hot: t.wallet.address, members: people.map(({ address }) => address) });
    const world = new World({
      t,
      kept,
      chain,
      people,
      moderator: await join("judge"),
      outsider,
      troubles,
      failpoint,
    });
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

  /** Everyone starts with a deposit. */
  async #endow(): Promise<void> {
    const payments = this.people.map(({ address }) => ({ to: address, lamports: ENDOWMENT }));
    const { bytes, signature } = this.outsider.pay(payments, await this.truth.latestBlockhash());
    await this.truth.send(bytes);
    this.signatures.push(signature);
    await this.chain.advance(FINAL);
    const noPause = async () => undefined;
    await watchRound(this.services, noPause, async () => true);
  }

  /** Posts whose bounty hasn't been paid or returned, as far as is known. */
  get bounties(): readonly Post[] {
    return this.posts.filter(({ bounty, counted }) => bounty > 0n && counted !== true);
  }

  get services() {
    return this.t.services;
  }

  /** How many armed failpoints have been reached. */
  get crashes(): number {
    return this.#failpoint.passed;
  }

  /** Names a request, so that it can be repeated. */
  nextKey(): string {
    this.#keys += 1;
    return `key-${this.#keys}`;
  }

  /** @returns the previously armed one */
  crashAt(point: Failpoint | null): Failpoint | null {
    const before = this.#failpoint.armed;
    this.#failpoint.armed = point;
    return before;
  }

  /** Activates the current fault, with lies that fit the situation. */
  async misbehave(): Promise<void> {
    if (this.fault === null) return;
    const { open } = await this.t.database.ownerDb
      .selectFrom("payment_attempts")
      .select(({ fn }) => fn.countAll<string>().as("open"))
      .where("state", "in", ["SIGNED", "SENT", "REPLACED"])
      .executeTakeFirstOrThrow();
    const truth = { open: Number(open), members: PEOPLE };
    await this.chain.faults(FAULTS[this.fault](truth));
  }

  async behave(): Promise<void> {
    await this.chain.faults([]);
  }

  /** Does something outside of the platform, where its node's faults don't apply. */
  async outside<T>(work: () => Promise<T>): Promise<T> {
    await this.behave();
    const done = await work();
    await this.misbehave();
    return done;
  }

  /** The operator resumes payments. */
  async resume(): Promise<void> {
    await resumeWithdrawals(this.services);
  }

  /** Has one thing go wrong from now on, besides the fault; null ends it. What only a witness can tell doesn't happen without one. */
  trouble(trouble: Trouble | null): void {
    const isLie = trouble === "falseFailures" || trouble === "falseDeposits";
    this.troubles.current = isLie && !this.services.witness ? null : trouble;
  }

  /** Returns the books as they are now. */
  backUp(): Promise<Contents> {
    return this.#books.read();
  }

  /**
   * Loses what the books have learned since then.
   * @param known.asked how many withdrawals they knew
   * @param known.isTold a backup is restored before a start, which looks at the books; a promoted replica has to be noticed at work
   */
  async restore(
    contents: Contents,
    { asked, isTold }: { readonly asked: number; readonly isTold: boolean },
  ): Promise<void> {
    await this.#books.write(contents);
    if (isTold) await noticeBooks(this.t.database.db);
    this.lost = [...this.lost, ...this.asked.splice(asked)];
  }

  /** Lets time pass, here and on the chain. */
  async wait(seconds: number): Promise<void> {
    this.t.travel(seconds * 1_000);
    await this.chain.advance(Math.min(MOST_SLOTS, Math.ceil(seconds * SLOTS_A_SECOND)));
  }

  async close(): Promise<void> {
    await this.chain.faults([]);
    await this.t.close();
    await this.#books.drop();
  }
}
