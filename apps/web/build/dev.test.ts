import { join } from "node:path";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
let vite: ViteDevServer;
beforeAll(async () => {
  vite = await createServer({
    root,
    configFile: join(root, "vite.config.ts"),
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    logLevel: "error",
  });
});
afterAll(() => vite.close());

it("`npm run dev` serves the app's source through Vite and proxies the API to the server", {
  tags: "proof",
}, async () => {
  const { proxy } = vite.config.server;
  expect(Object.keys(proxy ?? {})).toEqual(expect.arrayContaining([expect.stringContaining("/api")]));
  const main = await vite.transformRequest("/src/app/main.tsx");
  expect(main?.code).toContain("/src/app/router.ts");
});
