import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** A request that the stand-in node received. */
export interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: { readonly id: number; readonly method: string; readonly params: readonly unknown[] };
}

export interface StandIn {
  /** Without a path. */
  readonly url: string;
  readonly asked: Asked[];
  /** Answers every further call with this result, given as JSON text. */
  answers(result: string): void;
  /** Answers every further call with exactly this response. */
  sends(status: number, body: string, headers?: Record<string, string>): void;
  /** Accepts every further call but never answers, or sends only the beginning of an answer. */
  hangs(begins?: string): void;
  close(): Promise<void>;
}

/** For tests: an HTTP server that answers like a node, healthy or not. */
export async function startStandIn(): Promise<StandIn> {
  let reply: (response: ServerResponse, id: number) => void = (response) => response.end();
  const asked: Asked[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = JSON.parse(await text(request));
    asked.push({ path: request.url ?? "", authorization: request.headers.authorization, body });
    reply(response, body.id);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answers(result) {
      reply = (response, id) => response.end(`{"jsonrpc":"2.0","id":${id},"result":${result}}`);
    },
    sends(status, body, headers = {}) {
      reply = (response, id) => response.writeHead(status, headers).end(body.replace("$id", String(id)));
    },
    hangs(begins) {
      reply = (response) => void (begins && response.write(begins));
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
