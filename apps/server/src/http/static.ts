import staticFiles from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** The built web app's files, except for its page, which is filled before it is sent (http/html). Rate limits don't apply to them. */
export async function mountStatic(app: FastifyInstance, dist: string): Promise<void> {
  await app.register(staticFiles, {
    root: dist,
    wildcard: false,
    index: false,
    // The build puts a .br and a .gz next to each text file.
    preCompressed: true,
    globIgnore: ["index.html", "**/*.{br,gz}"],
    setHeaders(reply, path) {
      // Names of assets include a hash of their content, so they never change.
      const immutable = path.includes(`${dist}/assets/`);
      reply.header("cache-control", immutable ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
}
