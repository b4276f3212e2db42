import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ChainGateway } from "@bbux/chain";
import { formatAmount } from "@bbux/contract";
import { Random } from "@bbux/db/testing/form";
import { z } from "zod";
import { TEST_PASSWORD } from "../../testing.ts";
import { freshAddress } from "./outside.ts";
import type { Resident } from "./platform.ts";
import type { Reply, ServerProcess } from "./process.ts";

const PAUSE_MS = 100;
const POLL_MS = 300;
/** Statuses of a server that is starting or stopping, or whose database or chain is down. */
const AGAIN = [429, 500, 503];

const needsProof = ({ body }: Reply) => z.object({ code: z.literal("STEP_UP_REQUIRED") }).safeParse(body).success;

export interface AskedPost {
  readonly id: string;
  readonly asker: Resident;
  readonly bounty: bigint;
  /** Answers with their authors. */
  readonly answers: { readonly id: string; readonly author: Resident }[];
}

/**
 * Members' devices that don't give up: each request has its own key and is repeated under it, at any running process, until it is
 * answered. Records the responses.
 */
export class Client {
  readonly #random = new Random();
  readonly #truth: ChainGateway;
  readonly #servers: () => readonly ServerProcess[];
  /** Destinations of withdrawals that got a 200, with the id from the response. */
  readonly withdrawals = new Map<string, string>();
  /** All withdrawals that were asked for, by destination. */
  readonly requested = new Map<string, { readonly who: Resident; readonly amount: bigint }>();
  readonly posts: AskedPost[] = [];
  /** Requests that were interrupted and repeated. */
  repeated = 0;

  /** @param servers those currently running */
  constructor(truth: ChainGateway, servers: () => readonly ServerProcess[]) {
    this.#truth = truth;
    this.#servers = servers;
  }

  call(who: Resident, method: string, path: string, body?: object): Promise<Reply> {
    return this.request(method, path, { token: who.member.token, ...(body && { body }) });
  }

  /** Repeats the request until it is answered. */
  async request(method: string, path: string, options: { token?: string; body?: object }): Promise<Reply> {
    const key = randomUUID();
    for (let nth = 0; ; nth++) {
      const servers = this.#servers();
      const server = servers[this.#random.next(servers.length)];
      const reply = await server?.request(method, path, { ...options, key });
      if (reply && !AGAIN.includes(reply.status)) {
        if (nth > 0) this.repeated += 1;
        return reply;
      }
      await sleep(PAUSE_MS);
    }
  }

  /** Deposits from an external wallet. The node may fail; the chain knows whether it arrived. @returns the signature */
  async transfer(to: readonly Resident[], from: Resident, lamports: bigint): Promise<string> {
    for (;;) {
      try {
        const payments = to.map(({ address }) => ({ to: address, lamports }));
        const { bytes, signature } = from.outsider.pay(payments, await this.#truth.latestBlockhash());
        await this.#truth.send(bytes);
        return signature;
      } catch {
        await sleep(PAUSE_MS);
      }
    }
  }

  /** Deposits like the app's own screens do. @returns the signature, or null if the platform refused */
  async relay(who: Resident, lamports: bigint): Promise<string | null> {
    const recent = await this.call(who, "GET", "/wallet/get-blockhash");
    const blockhash = z.object({ blockhash: z.string() }).parse(recent.body);
    const { bytes, signature } = who.outsider.pay([{ to: who.address, lamports }], blockhash);
    const { status } = await this.call(who, "POST", "/wallet/send-transaction", { serializedTransaction: [...bytes] });
    return status === 200 ? signature : null;
  }

  /** Asks until the deposit is credited, a limited number of times. */
  async confirm(who: Resident, signature: string, times = 30): Promise<boolean> {
    const body = { signature, destinationAddress: who.address };
    for (let nth = 0; nth < times; nth++) {
      const { status } = await this.call(who, "POST", "/wallet/confirm-direct-deposit", body);
      if (status === 200) return true;
      await sleep(POLL_MS);
    }
    return false;
  }

  /** @returns its id, or null if it was refused */
  async withdraw(who: Resident, amount: bigint): Promise<string | null> {
    const destinationAddress = freshAddress();
    this.requested.set(destinationAddress, { who, amount });
    const body = { amount: formatAmount(amount), destinationAddress };
    const ask = () => this.call(who, "POST", "/wallet/withdraw", body);
    const first = await ask();
    // A slow machine takes longer than a proof lasts.
    const reply = needsProof(first) && (await this.#prove(who)) ? await ask() : first;
    if (reply.status !== 200) return null;
    const { transactionId } = z.object({ transactionId: z.string() }).parse(reply.body);
    this.withdrawals.set(destinationAddress, transactionId);
    return transactionId;
  }

  async #prove(who: Resident): Promise<boolean> {
    const { status } = await this.call(who, "POST", "/auth/step-up", { password: TEST_PASSWORD });
    return status === 200;
  }

  /** Asks until the withdrawal has ended, a limited number of times. */
  async follow(who: Resident, transactionId: string, times = 100): Promise<string> {
    const state = z.object({ status: z.string() });
    for (let nth = 0; nth < times; nth++) {
      const reply = await this.call(who, "POST", "/wallet/process-withdrawal", { transactionId });
      const { status } = state.parse(reply.body);
      if (status !== "pending") return status;
      await sleep(POLL_MS);
    }
    return "pending";
  }

  async ask(who: Resident, bounty: bigint): Promise<void> {
    const body = { title: "How?", content: "Tell me", tags: ["money"], bountyAmount: formatAmount(bounty) };
    const reply = await this.call(who, "POST", "/posts", body);
    if (reply.status !== 200) return;
    const { post } = z.object({ post: z.object({ id: z.string() }) }).parse(reply.body);
    who.community -= bounty + bounty / 20n;
    this.posts.push({ id: post.id, asker: who, bounty, answers: [] });
  }

  async answer(who: Resident, post: AskedPost): Promise<void> {
    const reply = await this.call(who, "POST", `/posts/${post.id}/answers`, { content: "So." });
    if (reply.status !== 200) return;
    const { answer } = z.object({ answer: z.object({ id: z.string() }) }).parse(reply.body);
    post.answers.push({ id: answer.id, author: who });
  }

  /** The asker accepts the first answer, or deletes the post if there is none. */
  async end(post: AskedPost): Promise<void> {
    const [answer] = post.answers;
    const path = answer ? `/posts/${post.id}/answers/${answer.id}/accept` : `/posts/${post.id}`;
    const { status } = await this.call(post.asker, answer ? "POST" : "DELETE", path);
    if (status !== 200) return;
    (answer?.author ?? post.asker).community += post.bounty;
    this.posts.splice(this.posts.indexOf(post), 1);
  }
}
