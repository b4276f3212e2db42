import { fundLocalChain, processPayments, registerColdWallet, watchRound } from "@bbux/api";
import type { Database } from "@bbux/db";
import type { Random } from "@bbux/db/testing/form";
import { TestCluster } from "@bbux/local-chain/testing";
import { sql } from "kysely";
import { createBooks } from "../money/contents.ts";
import { Outsider } from "../money/outside.ts";
import { idle, Schedule } from "./schedule.ts";
import { SeedSigner } from "./signer.ts";
import { type Shared, type Start, type Terms, Universe } from "./universe.ts";

const SOL = 1_000_000_000n;
/** Members, and what each has bought, in lamports. */
const PEOPLE = 2;
const ENDOWMENT = 5n * SOL;
const PASSES = 10;
/** How often the space of replaced rows is freed, in seeds. */
const TIDY = 50;

/** A platform that every seed begins with: it has a float, nonce accounts, and members who have bought BBUX. */
export class Base {
  readonly #shared: Shared;
  readonly #start: Start;
  readonly #rewind: () => void;
  #begun = 0;

  private constructor(shared: Shared, start: Start) {
    this.#shared = shared;
    this.#start = start;
    this.#rewind = shared.cluster.mark();
  }

  static async create(): Promise<Base> {
    const cluster = new TestCluster();
    const outsider = new Outsider();
    cluster.airdrop(outsider.address, 1_000_000n * SOL);
    const signer = new SeedSigner();
    const { wallet } = signer;
    const shared: Shared = { cluster, outsider, signer, books: [await createBooks(), await createBooks()] };
    const [books] = shared.books;
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, async (_, nth) => {
        const { rows } = await sql<{ id: string }>`select nextval('ids')::text as id`.execute(books.ownerDb);
        const id = rows[0]?.id ?? "";
        const [name, address] = [`member-${nth}`, wallet.addressOf(id)];
        await books.ownerDb.insertInto("users").values({ id, username: name, solana_address: address }).execute();
        return { id, name, address };
      }),
    );
    const start = { contents: "", earlier: "", people, time: Date.now() };
    const universe = new Universe(shared, new Schedule(), { ...start, hasWitness: false });
    const [{ services }] = universe.processes;
    const chain = Object.assign(Object.create(services.chain), {
      airdrop: async (address: string, lamports: bigint) => cluster.airdrop(address, lamports),
    });
    await fundLocalChain({ ...services, chain });
    const earlier = await books.read();
    await universe.pay(people.map(({ address }) => ({ to: address, lamports: ENDOWMENT })));
    for (let pass = 0; pass < PASSES; pass++) {
      universe.pass(3, 6);
      await processPayments(services);
      await watchRound(
        services,
        async () => undefined,
        async () => true,
      );
    }
    await registerColdWallet(services);
    signer.mark();
    return new Base(shared, { people, earlier, contents: await books.read(), time: universe.time });
  }

  /** Puts everything back, for another seed. */
  async begin(schedule: Schedule, random: Random, { concurrency }: Pick<Terms, "concurrency"> = {}): Promise<Universe> {
    const [books, spare] = this.#shared.books;
    await idle();
    this.#rewind();
    await books.write(this.#start.contents);
    await passFence(books.ownerDb);
    this.#begun += 1;
    if (this.#begun % TIDY === 0) await Promise.all([books.tidy(), spare.tidy()]);
    return new Universe(this.#shared, schedule, { ...this.#start, hasWitness: random.chance(50), concurrency });
  }

  async close(): Promise<void> {
    this.#shared.cluster.close();
    this.#shared.signer.close();
    await Promise.all(this.#shared.books.map((books) => books.drop()));
  }
}

/** Nothing has happened since these books were kept, so they are the newest, as if they had passed the fence on this server. */
async function passFence(db: Database): Promise<void> {
  await sql`
    with passed as (
      update chain_state set fence = fence + 1, fence_identity = books_identity() returning fence)
    update payment_nonces n set fence = passed.fence from passed`.execute(db);
}
