import { readTwice, type Services } from "@bbux/api";
import { DEFAULT_BRAND, pageForWord } from "@bbux/contract";
import type { Database } from "@bbux/db";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Env } from "../../env.ts";
import { refusalOf } from "../errors.ts";
import { LANGUAGE_HEADERS, languageOf } from "../language.ts";
import type { Limits } from "../limits.ts";
import { hasCookie, type SessionOptions, sessionLook } from "../session.ts";
import { brandFilling, brandStyle } from "./brand.ts";
import { factsElement, firstElement, linksOf } from "./facts.ts";
import { dataOf, headOf } from "./head.ts";
import { originOf } from "./origin.ts";
import type { HtmlPage, Sources } from "./page.ts";
import { readDocs } from "./pages/docs.ts";
import { findPage } from "./pages/find.ts";
import { sendRefusedPage, sendText } from "./send.ts";
import { readTemplates } from "./template.ts";
import { createTtlCache } from "./ttl-cache.ts";

/** How far visitors' pages may lag behind their data (ms). */
const KEEP_MS = 5_000;
const KEPT_PAGES = 500;

export interface PagesDeps {
  readonly env: Env;
  readonly services: Services;
  /** Folder of the built web app. */
  readonly dist: string;
  readonly sessions: SessionOptions;
  readonly limits: Pick<Limits, "countPage">;
}

export type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Responds with the app's page in the reader's language, filled with the content of that address. The content is the same for
 * everyone, except for one fact: whether the request came with a live session.
 * @returns the handler for addresses that no file or other route serves
 */
export function createPages({ env, services, dist, sessions, limits }: PagesDeps): PageHandler {
  const templates = readTemplates(dist);
  const links = linksOf(env);
  const providers = (env.OPENID_PROVIDERS ?? []).map(({ id, name }) => ({ id, name }));
  const { now, parameterDefaults } = services;
  const sources: Omit<Sources, "name" | "db" | "warn"> = { now, parameterDefaults, docs: links };
  const docs = readDocs(dist, links);
  const kept = createTtlCache<HtmlPage>(services.now, KEEP_MS, KEPT_PAGES);
  const look = sessionLook(sessions);

  return async (request, reply) => {
    const refusal = await limits.countPage(request, reply).then(() => null, refusalOf);
    if (refusal) return sendRefusedPage(request, reply, refusal);
    const [pathname = "/", query = ""] = splitAddress(request.url);
    const meant = pageForWord(pathname.replace(/^\/|\/+$/g, ""));
    if (meant) return reply.header("cache-control", "no-cache").redirect(query ? `${meant}?${query}` : meant);
    const found = findPage(pathname, query, docs);
    const origin = originOf(request, env.PUBLIC_ORIGIN);
    const brand = await services.brand.current().catch(() => DEFAULT_BRAND);
    const warn = (err: unknown, message: string) => request.log.warn({ err }, message);
    const make = async () => {
      const places = { reads: services.chooseReads(), db: services.db };
      const from = async (db: Database) => found.make({ ...sources, name: brand.name, db, warn });
      return readTwice(places, from, ({ status }) => found.asks && status === 404);
    };
    const [page, session] = await Promise.all([
      found.asks ? kept(found.key, make).catch(busy(request)) : make(),
      look(request, reply).catch(() => null),
    ]);
    // If the response depends on the requested host or on a session, no proxy may cache it.
    const isPrivate = env.PUBLIC_ORIGIN === undefined || hasCookie(request, sessions.secure);
    reply.header("cache-control", isPrivate ? "private, no-cache" : "no-cache");
    reply.code(page?.status ?? 503);
    if (!page) reply.header("retry-after", "2");
    const shown = page ?? UNAVAILABLE;
    const language = languageOf(request);
    // The server writes its own words in English, so other readers first see only what members wrote.
    const isReadable = language === "en" || shown.kind === "article";
    const facts = factsElement({
      session,
      timeoutFactor: env.TIMEOUT_FACTOR,
      ...(services.showsMailedLinks && { showsMailedLinks: true }),
      providers,
      links,
      brand: { name: brand.name, logo: brand.logo },
    });
    const html = templates[language]({
      head: [headOf(shown, origin, brand), facts, brandStyle(brand)].filter(Boolean).join("\n    "),
      ...brandFilling(brand),
      // Known before the content is parsed, so that nothing moves when it is.
      root: shown.width ? `<div id="root" data-width="${shown.width}">` : null,
      content:
        isReadable && shown.content ? `<main class="first"><div class="first-page">${shown.content}</div></main>` : "",
      data: (shown.first ? firstElement(shown.first) : "") + dataOf(shown, origin, brand),
    });
    return sendText(request, reply, html, { type: "text/html; charset=utf-8", vary: LANGUAGE_HEADERS });
  };

  /** The app loads regardless and fetches its own data; readers without it are asked to come back later. */
  function busy(request: FastifyRequest) {
    return (err: unknown) => {
      request.log.warn({ err }, "a page could not be filled");
      return null;
    };
  }
}

const UNAVAILABLE: HtmlPage = {
  status: 200,
  title: "One moment",
  description: "The page is on its way. If it does not come, load it again in a moment: the platform is busy.",
  canonical: null,
  index: false,
  kind: "website",
  content: null,
};

function splitAddress(url: string): [path: string, query: string] {
  const mark = url.indexOf("?");
  return mark < 0 ? [url, ""] : [url.slice(0, mark), url.slice(mark + 1)];
}
