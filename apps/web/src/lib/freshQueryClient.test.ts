import { QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { FreshQueryClient } from "./freshQueryClient.ts";

const KEY = ["answers"];

/** A query whose responses arrive when the test says so. */
function slowQuery() {
  const client = new FreshQueryClient();
  const respond: ((answer: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => respond.push(resolve));
  const stop = new QueryObserver(client, { queryKey: KEY, queryFn }).subscribe(() => undefined);
  return { client, queryFn, respond, stop };
}

it("doesn't keep a first response that was asked for before the change", async () => {
  const { client, queryFn, respond, stop } = slowQuery();
  const waiting = client.fetchQuery({ queryKey: KEY, queryFn });
  const refetched = client.invalidateQueries({ queryKey: KEY });
  respond[0]?.("before");
  respond[1]?.("after");
  await refetched;
  expect(client.getQueryData(KEY)).toBe("after");
  expect(await waiting).toBe("after");
  expect(respond).toHaveLength(2);
  stop();
});

it("fetches nothing that isn't shown", async () => {
  const { client, respond, stop } = slowQuery();
  stop();
  const invalidated = client.invalidateQueries({ queryKey: KEY });
  respond[0]?.("before");
  await invalidated;
  expect(respond).toHaveLength(1);
});
