import { existsSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "@bbux/api";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import { sendFailure } from "./errors.ts";
import { mountStatic } from "./static.ts";

/**
 * The built web app: its files, and its one page for every address that a browser asks for and no file has. Nothing
 * runs or loads here but our own; pictures may come from https addresses that members link.
 */
export async function mountWeb(app: FastifyInstance, dist: string, secure: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Mantine sets styles on elements; there is no inline script.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "https:", "data:", "blob:"],
        mediaSrc: ["'self'", "https:", "blob:"],
        fontSrc: ["'self'", "data:"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  });
  if (!existsSync(join(dist, "index.html"))) {
    app.get("/", async () => {
      throw new AppError("NOT_FOUND", { message: "The web app is not built. Run npm start." });
    });
    app.setNotFoundHandler((request, reply) => sendFailure(request, reply, new AppError("NOT_FOUND")));
    return;
  }
  await mountStatic(app, dist);
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === "GET" || request.method === "HEAD";
    if (!isPage || /^\/(api|assets)(\/|$)/.test(request.url))
      return sendFailure(request, reply, new AppError("NOT_FOUND"));
    return reply.header("cache-control", "no-cache").sendFile("index.html");
  });
}
