import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type Chain, StateDiverged } from "../chain.ts";
import type { Fault, Faults } from "../faults.ts";
import { readJson } from "../json.ts";
import { RPC, RpcError } from "./errors.ts";
import type { Method } from "./method.ts";
import { methods } from "./methods.ts";
import { accept } from "./sending.ts";

/** Close the connection without an answer. */
export class HangUp extends Error {}

/** Answer the whole HTTP request with this status. */
export class AnswerStatus extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`HTTP ${status}`);
    this.status = status;
  }
}

const id = z.union([z.string(), z.number(), z.null()]);
const call = z.object({
  jsonrpc: z.literal("2.0"),
  id: id.optional(),
  method: z.string(),
  params: z.unknown().optional(),
});

export interface CallContext {
  readonly chain: Chain;
  readonly faults: Faults;
  /** Methods a real node doesn't have; faults don't apply to them. */
  readonly control: ReadonlyMap<string, Method>;
  readonly log: (line: string) => void;
}

export type Answer = { jsonrpc: "2.0"; id: z.output<typeof id> } & (
  | { result: unknown }
  | { error: { code: number; message: string; data?: unknown } }
);

/**
 * Answers a request body: one call or a batch. Returns undefined if none of the calls expects an answer.
 * @throws HangUp or AnswerStatus if a fault demands it
 */
export async function answerBody(body: string, context: CallContext): Promise<Answer | Answer[] | undefined> {
  let read: unknown;
  try {
    read = readJson(body);
  } catch {
    return failure(null, new RpcError(RPC.parseError, "Parse error"));
  }
  if (!Array.isArray(read)) return answerCall(read, context);
  if (read.length === 0) return failure(null, new RpcError(RPC.invalidRequest, "Invalid request"));
  const answers = await Promise.all(read.map((each) => answerCall(each, context)));
  const wanted = answers.filter((each) => each !== undefined);
  return wanted.length > 0 ? wanted : undefined;
}

async function answerCall(asked: unknown, context: CallContext): Promise<Answer | undefined> {
  const parsed = call.safeParse(asked);
  if (!parsed.success) return failure(null, new RpcError(RPC.invalidRequest, "Invalid request"));
  const { id, method, params } = parsed.data;
  try {
    const result = await run(method, params, context);
    return id === undefined ? undefined : { jsonrpc: "2.0", id, result };
  } catch (error) {
    if (error instanceof HangUp || error instanceof AnswerStatus || error instanceof StateDiverged) throw error;
    if (!(error instanceof RpcError)) context.log(`${method}: ${error instanceof Error ? error.stack : String(error)}`);
    const said = error instanceof RpcError ? error : new RpcError(RPC.internal, "Internal error");
    return id === undefined ? undefined : failure(id, said);
  }
}

async function run(name: string, given: unknown, { chain, faults, control }: CallContext): Promise<unknown> {
  const params = given ?? [];
  const own = control.get(name);
  if (own) return own(chain, Array.isArray(params) ? params : []);
  chain.clock.noteCall();
  const rule = faults.take(name);
  const method = methods.get(name);
  const realAnswer = () => {
    if (!method) throw new RpcError(RPC.methodNotFound, "Method not found");
    if (!Array.isArray(params)) throw new RpcError(RPC.invalidParams, "Invalid params: expected an array.");
    return method(chain, params);
  };
  return rule && applies(rule, name)
    ? misbehave(rule, { chain, params: Array.isArray(params) ? params : [], realAnswer })
    : realAnswer();
}

/** Whatever a node has seen, it forwards transactions to the leader. */
function applies({ action }: Fault, called: string): boolean {
  return action !== "lag" || called !== "sendTransaction";
}

async function misbehave(
  rule: Fault,
  { chain, params, realAnswer }: { chain: Chain; params: readonly unknown[]; realAnswer: () => unknown },
): Promise<unknown> {
  switch (rule.action) {
    case "down":
      throw new HangUp();
    case "status":
      throw new AnswerStatus(rule.status);
    case "error":
      throw new RpcError(rule.code ?? RPC.internal, rule.message ?? "Internal error");
    case "lie":
      return rule.result;
    case "hang": {
      // A failure is delayed, too.
      const [outcome] = await Promise.allSettled([(async () => realAnswer())()]);
      await sleep(rule.ms);
      if (outcome.status === "rejected") throw outcome.reason;
      return outcome.value;
    }
    case "lag":
      return chain.clock.behind(rule.slots, realAnswer);
    case "short": {
      const list = await realAnswer();
      return Array.isArray(list) ? list.slice(0, rule.keep) : list;
    }
    case "swallow":
      return accept(chain, params).decoded.signature;
    case "landSilently":
      await realAnswer();
      throw new HangUp();
    case "landFailed": {
      const { decoded, verified } = accept(chain, params);
      if (chain.land(decoded, { verify: !verified, fail: true }) === null) await chain.store.durable();
      return decoded.signature;
    }
  }
}

export function failure(id: Answer["id"], { code, message, data }: RpcError): Answer {
  return { jsonrpc: "2.0", id, error: { code, message, ...(data !== undefined && { data }) } };
}
