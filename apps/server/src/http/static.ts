import staticFiles from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { PAGE_FILES } from "./html/template.ts";

/** The built web app's files, except for its pages and its manifest, which are filled before they are sent (http/html). Rate limits don't apply to them. */
export async function mountStatic(app: FastifyInstance, dist: string): Promise<void> {
  await app.register(staticFiles, {
    root: dist,
    wildcard: false,
    index: false,
    // The build puts a .br and a .gz next to each text file.
    preCompressed: true,
    globIgnore: [...PAGE_FILES, "manifest.webmanifest", "**/*.{br,gz}"],
    setHeaders(reply, path) {
      // Names of assets include a hash of their content, so they never change.
      const immutable = path.includes(`${dist}/assets/`);
      reply.header("cache-control", immutable ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
}
