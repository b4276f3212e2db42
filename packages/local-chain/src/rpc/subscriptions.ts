import type { Server } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import type { Chain } from "../chain.ts";
import type { Commitment } from "../clock.ts";
import type { Faults } from "../faults.ts";
import { readJson, writeJson } from "../json.ts";
import { type AccountState, sameAccount } from "../vm/accounts.ts";
import { accountConfig, renderAccount } from "./accounts.ts";
import { failure } from "./calls.ts";
import { RPC, RpcError } from "./errors.ts";
import { MAX_BODY } from "./http.ts";
import { API_VERSION, address, config, read, signature } from "./params.ts";

/** Maximum per connection at a time. */
const MAX_SUBSCRIPTIONS = 1_000;
const LEVELS: readonly Commitment[] = ["processed", "confirmed", "finalized"];

/** Checks for news and sends it. Returns true once the subscription is complete. */
type Watch = (tell: (method: string, result: unknown) => void) => boolean;

const call = z.object({
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.array(z.unknown()).nullish(),
});

/** Websocket subscriptions to signatures, accounts, slots, and roots. Call {@link tick} whenever time has passed. */
export class Subscriptions {
  readonly #chain: Chain;
  readonly #faults: Faults;
  readonly #server: WebSocketServer;
  readonly #connections = new Map<WebSocket, Map<number, Watch>>();
  #lastId = 0;

  constructor(chain: Chain, faults: Faults, server: Server) {
    this.#chain = chain;
    this.#faults = faults;
    this.#server = new WebSocketServer({ server, maxPayload: MAX_BODY });
    // Whoever listens on the port reports that it's taken.
    this.#server.on("error", () => undefined);
    this.#server.on("connection", (socket) => {
      if (faults.isDown()) return socket.terminate();
      this.#connections.set(socket, new Map());
      socket.on("message", (data) => this.#hear(socket, String(data)));
      socket.on("close", () => this.#connections.delete(socket));
      socket.on("error", () => socket.terminate());
    });
  }

  tick(): void {
    for (const [socket, watches] of this.#connections) {
      if (this.#faults.isDown()) socket.terminate();
      else for (const id of watches.keys()) this.#check(socket, watches, id);
    }
  }

  close(): void {
    for (const socket of this.#connections.keys()) socket.terminate();
    this.#server.close();
  }

  #check(socket: WebSocket, watches: Map<number, Watch>, id: number): void {
    const isDone = watches.get(id)?.((method, result) => {
      socket.send(writeJson({ jsonrpc: "2.0", method, params: { result, subscription: id } }));
    });
    if (isDone) watches.delete(id);
  }

  #hear(socket: WebSocket, text: string): void {
    const watches = this.#connections.get(socket);
    if (!watches) return;
    let id: string | number | null | undefined = null;
    try {
      const asked = call.parse(parse(text));
      id = asked.id;
      const { result, begin } = this.#answer(asked.method, asked.params ?? [], watches);
      if (id !== undefined) socket.send(writeJson({ jsonrpc: "2.0", id, result }));
      if (begin !== undefined) this.#check(socket, watches, begin);
    } catch (error) {
      const said = error instanceof RpcError ? error : new RpcError(RPC.invalidRequest, "Invalid request");
      // For example the ping of web3.js, which expects no answer.
      if (id !== undefined) socket.send(writeJson(failure(id, said)));
    }
  }

  #answer(method: string, params: unknown[], watches: Map<number, Watch>): { result: unknown; begin?: number } {
    const make = SUBSCRIBE.get(method);
    if (make) {
      if (watches.size >= MAX_SUBSCRIPTIONS) throw new RpcError(RPC.invalidRequest, "Too many subscriptions");
      const id = ++this.#lastId;
      watches.set(id, make(this.#chain, params));
      return { result: id, begin: id };
    }
    if (SUBSCRIBE.has(method.replace("Unsubscribe", "Subscribe"))) {
      const [id] = read(z.tuple([z.number()]), params);
      if (watches.delete(id)) return { result: true };
      throw new RpcError(RPC.invalidParams, "Invalid subscription id.");
    }
    throw new RpcError(RPC.methodNotFound, "Method not found");
  }
}

function parse(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    throw new RpcError(RPC.parseError, "Parse error");
  }
}

const SUBSCRIBE: ReadonlyMap<string, (chain: Chain, params: unknown[]) => Watch> = new Map([
  [
    "signatureSubscribe",
    (chain: Chain, params: unknown[]): Watch => {
      const shape = z.tuple([signature]).rest(config({ enableReceivedNotification: z.boolean().nullish() }));
      const [of, asked] = read(shape, params);
      const wanted = LEVELS.indexOf(asked?.commitment ?? "finalized");
      return (tell) => {
        const found = chain.store.transaction(of);
        if (!found || LEVELS.indexOf(chain.clock.reached(found.slot)) < wanted) return false;
        tell("signatureNotification", { context: context(found.slot), value: { err: found.error } });
        return true;
      };
    },
  ],
  [
    "accountSubscribe",
    (chain: Chain, params: unknown[]): Watch => {
      const [of, asked] = read(z.tuple([address]).rest(accountConfig), params);
      const level = asked?.commitment ?? "finalized";
      let known: AccountState | null = chain.account(of, level);
      return (tell) => {
        const now = chain.account(of, level);
        if (sameAccount(known, now)) return false;
        known = now;
        tell("accountNotification", {
          context: context(chain.clock.slot(level)),
          value: renderAccount(now, asked) ?? EMPTY_ACCOUNT,
        });
        return false;
      };
    },
  ],
  [
    "slotSubscribe",
    (chain: Chain): Watch => {
      let known = chain.clock.slot();
      return (tell) => {
        const slot = chain.clock.slot();
        if (slot === known) return false;
        known = slot;
        tell("slotNotification", { slot, parent: slot - 1, root: chain.clock.slot("finalized") });
        return false;
      };
    },
  ],
  [
    "rootSubscribe",
    (chain: Chain): Watch => {
      let known = chain.clock.slot("finalized");
      return (tell) => {
        const root = chain.clock.slot("finalized");
        if (root === known) return false;
        known = root;
        tell("rootNotification", root);
        return false;
      };
    },
  ],
]);

/** What a node reports for an account that no longer exists. */
const EMPTY_ACCOUNT = {
  lamports: 0,
  owner: "11111111111111111111111111111111",
  data: ["", "base64"],
  executable: false,
  rentEpoch: 0,
  space: 0,
};

const context = (slot: number) => ({ apiVersion: API_VERSION, slot });
