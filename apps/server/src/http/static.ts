import staticFiles from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** The files of the built web app, but for its page, which is filled before it is sent (http/html). They count against no limit. */
export async function mountStatic(app: FastifyInstance, dist: string): Promise<void> {
  await app.register(staticFiles, {
    root: dist,
    wildcard: false,
    index: false,
    // The build leaves a .br and a .gz beside each file that is text.
    preCompressed: true,
    globIgnore: ["index.html", "**/*.{br,gz}"],
    setHeaders(reply, path) {
      // Names of assets carry a hash of their content: they never change.
      const immutable = path.includes(`${dist}/assets/`);
      reply.header("cache-control", immutable ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
}
