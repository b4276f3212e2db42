import { createServer, type Server } from "node:http";
import { APP } from "@bbux/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchWithTimeout } from "./request.ts";

/** A server that accepts every request and never responds. */
let server: Server;
let address: string;
beforeEach(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  address = `http://127.0.0.1:${typeof bound === "object" ? bound?.port : ""}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe("a request of the web app", () => {
  it("is aborted after the declared 10,000 ms [C7.70]", async () => {
    expect(APP.requestTimeoutMs).toBe(10_000);
    const real = AbortSignal.timeout;
    // A hundredth of the declared time, so that the test doesn't have to wait for it.
    const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => real.call(AbortSignal, ms / 100));
    await expect(fetchWithTimeout(address)).rejects.toMatchObject({ name: "TimeoutError" });
    expect(timeout.mock.calls[0]).toEqual([10_000]);
  });

  it("ends earlier when the caller aborts it", async () => {
    const controller = new AbortController();
    const request = fetchWithTimeout(address, { signal: controller.signal });
    controller.abort(new Error("left the page"));
    await expect(request).rejects.toThrow("left the page");
  });

  it("carries the session's cookie, only to our own origin [C7.04]", async () => {
    const sent = vi.fn<typeof fetch>(() => Promise.resolve(new Response()));
    vi.stubGlobal("fetch", sent);
    await fetchWithTimeout("/api/trpc/tags.list", { method: "POST" });
    vi.unstubAllGlobals();
    expect(sent.mock.calls[0]?.[1]).toMatchObject({ credentials: "same-origin", method: "POST" });
  });
});
