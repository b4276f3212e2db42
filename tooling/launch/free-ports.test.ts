import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { freePort, freePorts } from "./free-ports.mjs";

it("chooses different ports, none from which systems give to connections, so that none is taken before its server starts", async () => {
  const ports = await freePorts(20);
  expect(new Set(ports).size).toBe(20);
  expect(Math.max(...ports)).toBeLessThan(32_000);
  const server = createServer().listen(await freePort(), "127.0.0.1");
  await once(server, "listening");
  server.close();
});
