import { AppError, type ChainRpc, type MemberContext } from "@bbux/api";
import { ChainError, createRpcClient } from "@bbux/chain";
import { RATE_LIMITS } from "@bbux/contract";
import { z } from "zod";
import { createConcurrencyLimit } from "../../concurrency-limit.ts";
import { viewerRoute } from "./route.ts";
import { AIRDROP, airdropParams, METHODS } from "./solana-proxy.methods.ts";

/** Enough for every request; a wallet's are short. */
const BODY_LIMIT = 8 * 1024;
/** Shorter than a browser waits. */
const TIMEOUT_MS = 8_000;

const id = z.union([z.string().max(100), z.int(), z.null()]);
const question = z.object({
  jsonrpc: z.literal("2.0").optional(),
  id: id.optional(),
  // Letters only: `__proto__` and the like aren't methods at all, as opposed to forbidden methods.
  method: z.string().regex(/^[A-Za-z]{1,60}$/, "Not a method"),
  params: z.array(z.unknown()).max(4).nullish(),
});
type Question = z.infer<typeof question>;

const answer = z.object({
  jsonrpc: z.literal("2.0"),
  id,
  result: z.unknown().optional(),
  error: z.object({ code: z.int(), message: z.string() }).nullish(),
});

/** For all members together: a node that hangs ties up this many calls and no more. */
const underWay = createConcurrencyLimit({ concurrency: 64, waiting: 256 });

export const solanaProxy = viewerRoute("account", {
  method: "POST",
  path: "/wallet/solana-proxy",
  input: question,
  bodyLimit: BODY_LIMIT,
  refuses: ["FORBIDDEN", "CHAIN_UNAVAILABLE"],
  operation: {
    operationId: "wallet-solana-proxy",
    summary: "Ask the Solana node",
    description: `JSON-RPC 2.0, one question a call, at most ${BODY_LIMIT / 1024} KB and ${RATE_LIMITS.proxy.minute} a minute. Passed on: ${[...METHODS.keys()].map((name) => `\`${name}\``).join(", ")}; on the local chain \`${AIRDROP}\`, too, at most 100 SOL. Any other method is 403. What the node answers comes back as it is, its errors with status 200.`,
    tag: "wallet",
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            type: "object",
            properties: {
              jsonrpc: { type: "string", const: "2.0" },
              id: { type: ["string", "integer", "null"], description: "Comes back with the answer" },
              method: { type: "string", examples: ["getLatestBlockhash"] },
              params: { type: "array", items: {} },
            },
            required: ["method"],
          },
        },
      },
    },
    content: {
      "application/json": {
        schema: {
          type: "object",
          properties: {
            jsonrpc: { type: "string", const: "2.0" },
            id: { type: ["string", "integer", "null"] },
            result: { description: "As the method has it" },
            error: {
              type: "object",
              properties: { code: { type: "integer" }, message: { type: "string" } },
              required: ["code", "message"],
            },
          },
          required: ["jsonrpc", "id"],
        },
      },
    },
  },
  async serve({ ctx, input, reply }) {
    const asked = await allowed(ctx, input);
    const text = await underWay(() => ask(ctx.chainRpc, asked));
    return reply.type("application/json; charset=utf-8").send(text);
  },
});

/** The request as sent to the node, counted. @throws AppError FORBIDDEN, RATE_LIMITED; ZodError for its parameters */
async function allowed(ctx: MemberContext, { id, method, params }: Question) {
  const isAirdrop = method === AIRDROP && ctx.chainRpc.local;
  const schema = isAirdrop ? airdropParams : METHODS.get(method);
  if (!schema) throw new AppError("FORBIDDEN", { message: `${method} is not among the methods that are passed on` });
  const read = z.object({ params: schema }).parse({ params: params ?? [] });
  if (isAirdrop) await ctx.consume("airdrop", ctx.viewer.id);
  else await ctx.consume("proxy", ctx.viewer.id);
  // A node doesn't have to answer a request without an id.
  return { jsonrpc: "2.0", id: id ?? 1, method, params: read.params };
}

/** @returns the JSON text of the response. @throws AppError CHAIN_UNAVAILABLE */
async function ask({ url }: ChainRpc, asked: Awaited<ReturnType<typeof allowed>>): Promise<string> {
  const node = createRpcClient({ url, timeoutMs: TIMEOUT_MS });
  const { text, status, retryAfter } = await node.forward(JSON.stringify(asked)).catch((cause: unknown) => {
    throw cause instanceof ChainError ? new AppError("CHAIN_UNAVAILABLE", { cause }) : cause;
  });
  // The platform sent too many requests, not the member.
  if (status === 429) throw new AppError("CHAIN_UNAVAILABLE", { details: { retryAfter: retryAfter ?? 5 } });
  const read = answer.safeParse(parsed(text)).data;
  if (!read || read.id !== asked.id || (!read.error && (read.result === undefined || status !== 200))) {
    throw new AppError("CHAIN_UNAVAILABLE", {
      cause: new Error(`The Solana node answered HTTP ${status}, unreadably`),
    });
  }
  if (!read.error) return text;
  // A provider may quote the address it was called at.
  const { code, message } = read.error;
  return JSON.stringify({ jsonrpc: "2.0", id: read.id, error: { code, message: node.redact(message).slice(0, 500) } });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
