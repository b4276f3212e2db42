import { QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { FreshQueryClient } from "./freshQueryClient.ts";
import { replaceData } from "./replaceData.ts";

const KEY = ["welcome"];

it("keeps no response that was asked for before the change, also if it arrives after it", async () => {
  const client = new FreshQueryClient();
  const respond: ((answer: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => respond.push(resolve));
  client.setQueryData(KEY, "earlier");
  const stop = new QueryObserver(client, { queryKey: KEY, queryFn }).subscribe(() => undefined);
  const query = {
    cancel: () => client.cancelQueries({ queryKey: KEY }),
    setData: (_input: undefined, data: string) => client.setQueryData(KEY, data),
  };
  await replaceData(query, undefined, "changed");
  respond[0]?.("read before");
  await Promise.resolve();
  expect(respond).toHaveLength(1);
  expect(client.getQueryState(KEY)).toMatchObject({ data: "changed", fetchStatus: "idle", status: "success" });
  stop();
});
