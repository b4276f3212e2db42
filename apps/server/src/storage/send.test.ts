import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { sendPatiently } from "./send.ts";

it("a redirect is an answer and is never followed, so no other host gets what is sent", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(307, { location: "/elsewhere" }).end("moved");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/upload`);
    expect(await sendPatiently(async () => ({ method: "DELETE", url, headers: {} }))).toEqual({
      status: 307,
      body: "moved",
    });
    expect(asked).toEqual(["/upload"]);
  } finally {
    server.close();
  }
});
