import { existsSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "@bbux/api";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import { sendFailure } from "./errors.ts";
import { mountBrandFiles } from "./html/brand-files.ts";
import { inlineScriptSources } from "./html/inline-scripts.ts";
import { createPages, type PagesDeps } from "./html/mount.ts";
import { mountForRobots } from "./html/robots.ts";
import { mountStatic } from "./static.ts";
import { mountUnsubscribe, type UnsubscribeDeps } from "./unsubscribe.ts";

/**
 * The built web app: its files, its page for every other address a browser opens, what crawlers and feed readers ask for, and the page
 * that turns mails off. Only our own code runs and loads here; images may come from https addresses that members link to.
 */
export async function mountWeb(app: FastifyInstance, deps: PagesDeps & UnsubscribeDeps): Promise<void> {
  const { dist, env } = deps;
  const secure = env.NODE_ENV === "production";
  const built = existsSync(join(dist, "index.html"));
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(built ? inlineScriptSources(dist) : [])],
        // Mantine sets styles on elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "https:", "data:", "blob:"],
        mediaSrc: ["'self'", "https:", "blob:"],
        fontSrc: ["'self'", "data:"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    // Set for every answer in security-headers.ts.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  });
  await app.register(async (mailed) => mountUnsubscribe(mailed, deps));
  if (!built) {
    app.get("/", async () => {
      throw new AppError("NOT_FOUND", { message: "The web app is not built. Run npm start." });
    });
    app.setNotFoundHandler((request, reply) => sendFailure(request, reply, new AppError("NOT_FOUND")));
    return;
  }
  await mountStatic(app, dist);
  mountBrandFiles(app, { dist, brand: deps.services.brand, limits: deps.limits });
  await app.register(async (robots) => {
    robots.addHook("onRequest", (request, reply) => deps.limits.countPage(request, reply));
    mountForRobots(robots, deps);
  });
  const sendPage = createPages(deps);
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === "GET" || request.method === "HEAD";
    if (isPage && !NO_PAGE.test(request.url)) return sendPage(request, reply);
    return sendFailure(request, reply, new AppError("NOT_FOUND"));
  });
}

/** Paths where a missing resource is a file or an API response, not a page. */
const NO_PAGE = /^\/(api|assets|brand|feeds|sitemaps)(\/|$|\?)/;
