import { AppError, type Services } from "@bbux/api";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Env } from "../../env.ts";
import { atomFeed, type Feed, readFeed } from "./atom.ts";
import { originOf } from "./origin.ts";
import { securityText } from "./security-txt.ts";
import { sendText } from "./send.ts";
import { createSitemaps, indexXml, urlsXml } from "./sitemap.ts";
import { createTtlCache } from "./ttl-cache.ts";

/** Maximum age of a feed (ms). */
const FEED_KEEP_MS = 30_000;
const ATOM = "application/atom+xml; charset=utf-8";
const XML = "application/xml; charset=utf-8";

/** What machines request: which pages exist, which of them they may index, and what is new. The same for every visitor. */
export function mountForRobots(app: FastifyInstance, { env, services }: { env: Env; services: Services }): void {
  const feeds = createTtlCache<{ feed: Feed | null }>(services.now, FEED_KEEP_MS, 200);
  const { chooseReads, now } = services;
  const sitemaps = createSitemaps({ chooseReads, now });
  const originFor = (request: FastifyRequest, reply: FastifyReply): string => {
    const origin = originOf(request, env.PUBLIC_ORIGIN);
    if (origin === null) throw new AppError("BAD_REQUEST", { message: "The Host header names no host" });
    // If the response depends on the requested host, no proxy may cache it.
    const whose = env.PUBLIC_ORIGIN === undefined ? "private" : "public";
    reply.header("cache-control", `${whose}, max-age=60, stale-while-revalidate=600`);
    return origin;
  };
  const sendFeed = async (request: FastifyRequest, reply: FastifyReply, tag: string | null) => {
    const origin = originFor(request, reply);
    // Wraps null in an object, because the cache stores only objects.
    const { feed } = await feeds(tag?.toLowerCase() ?? "", async () => ({
      feed: await readFeed({ db: chooseReads(), now }, tag),
    }));
    if (!feed) throw new AppError("NOT_FOUND", { message: "There is no tag of that name" });
    const brand = await services.brand.current();
    // The feed carries the platform's name and icon, so a change of those is one of the feed.
    const times = [feed.changedAt, brand.changedAt].flatMap((time) =>
      time === null ? [] : [new Date(time).getTime()],
    );
    const changedAt = times.length === 0 ? null : new Date(Math.max(...times));
    const text = atomFeed({ ...feed, changedAt: changedAt?.toISOString() ?? null }, origin, brand);
    return sendText(request, reply, text, { type: ATOM, changedAt: changedAt ?? undefined });
  };

  app.get("/robots.txt", (request, reply) =>
    sendText(request, reply, robotsText(originFor(request, reply)), { type: "text/plain; charset=utf-8" }),
  );
  const { SECURITY_CONTACT: contact } = env;
  app.get("/.well-known/security.txt", (request, reply) => {
    if (contact === undefined) throw new AppError("NOT_FOUND");
    const text = securityText(contact, originFor(request, reply), services.now());
    return sendText(request, reply, text, { type: "text/plain; charset=utf-8" });
  });
  app.get("/feeds/community.atom", (request, reply) => sendFeed(request, reply, null));
  app.get<{ Params: { file: string } }>("/feeds/tags/:file", (request, reply) => {
    const name = /^(.{1,64})\.atom$/u.exec(request.params.file)?.[1];
    if (name === undefined || /\p{Cc}/u.test(name)) throw new AppError("NOT_FOUND");
    return sendFeed(request, reply, name);
  });
  app.get("/sitemap.xml", async (request, reply) => {
    const origin = originFor(request, reply);
    return sendText(request, reply, indexXml(await sitemaps.index(), origin), { type: XML });
  });
  app.get<{ Params: { file: string } }>("/sitemaps/:file", async (request, reply) => {
    const origin = originFor(request, reply);
    const urls = await sitemaps.page(request.params.file);
    if (!urls) throw new AppError("NOT_FOUND");
    return sendText(request, reply, urlsXml(urls, origin), { type: XML });
  });
}

/** Private pages carry their own noindex. Crawlers that render pages use the API through tRPC. */
function robotsText(origin: string): string {
  return `User-agent: *
Allow: /
Disallow: /api/
Allow: /api/trpc/
Allow: /api/docs/
Allow: /api/privacy.pdf
Allow: /api/terms.pdf

Sitemap: ${origin}/sitemap.xml
`;
}
