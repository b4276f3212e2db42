import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const GIF_KEY = "key-of-the-tests-0123456789abcdef";

type Answer = (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => void;

export interface GifStandIn {
  readonly url: string;
  /** The queries it received. */
  readonly asked: URLSearchParams[];
  /** Sets the response from now on; without an argument, the normal one. */
  answer(how?: Answer): void;
  stop(): Promise<void>;
}

const HOST = "https://media2.giphy.com/media/v1.Y2lkPTc5MGI3NjEx";
const TRACKING = "cid=790b7611&ep=v1_gifs_search&rid=giphy.gif&ct=g";

/** One GIF in the real service's format: sizes are strings, addresses have a query. */
export function gifItem(id: string, changes: Record<string, unknown> = {}) {
  const rendition = (name: string, width: number, height: number) => ({
    height: String(height),
    width: String(width),
    size: "183712",
    url: `${HOST}/${id}/${name}?${TRACKING}`,
    mp4_size: "30211",
    mp4: `${HOST}/${id}/giphy.mp4?${TRACKING}`,
    webp_size: "90112",
    webp: `${HOST}/${id}/giphy.webp?${TRACKING}`,
  });
  return {
    type: "gif",
    id,
    url: `https://giphy.com/gifs/${id}`,
    slug: `happy-dance-${id}`,
    bitly_url: "",
    source: "",
    username: "",
    title: `Happy Dance GIF ${id}`,
    rating: "g",
    content_url: "",
    is_sticker: 0,
    import_datetime: "2020-01-01 00:00:00",
    trending_datetime: "0000-00-00 00:00:00",
    images: {
      original: { ...rendition("giphy.gif", 480, 270), frames: "24", hash: "a" },
      downsized: rendition("giphy-downsized.gif", 480, 270),
      fixed_height: rendition("200.gif", 356, 200),
      fixed_width: rendition("200w.gif", 200, 113),
      fixed_width_small: rendition("100w.gif", 100, 57),
    },
    ...changes,
  };
}

/** The service's complete response. */
export function gifAnswer(data: readonly unknown[], { total = data.length, offset = 0 } = {}) {
  const meta = { status: 200, msg: "OK", response_id: "ab12" };
  return { data, meta, pagination: { total_count: total, count: data.length, offset } };
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** A refusal in the service's format. */
export function refuseWith(status: number, msg: string, headers = {}): Answer {
  return (_request, response) => sendJson(response, status, { data: [], meta: { status, msg } }, headers);
}

const asTheService: Answer = (_request, response, query) => {
  if (query.get("api_key") !== GIF_KEY) {
    sendJson(response, 401, { meta: { status: 401, msg: "Unauthorized", response_id: "" } });
    return;
  }
  const [limit, offset] = [Number(query.get("limit")), Number(query.get("offset"))];
  const data = Array.from({ length: limit }, (_, index) => gifItem(`g${offset + index}`));
  sendJson(response, 200, gifAnswer(data, { total: 431, offset }));
};

/** A GIF service on a free loopback port. */
export async function startGifService(): Promise<GifStandIn> {
  const asked: URLSearchParams[] = [];
  let how = asTheService;
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://localhost");
    asked.push(searchParams);
    how(request, response, searchParams);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1/gifs/search`,
    asked,
    answer(next = asTheService) {
      how = next;
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
