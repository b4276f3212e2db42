// @vitest-environment happy-dom
import { act, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { leave, serve, show } from "../../lib/render.support.tsx";
import { queryClient, trpc } from "../../lib/trpc.ts";
import { takeIn } from "./useLiveNotifications.ts";

afterEach(leave);

const line = { id: "1", kind: "proposal", title: "", message: "", read: false, createdAt: "2026-03-01T00:00:00.000Z" };
const queries = {
  "proposals.get": () => trpc.proposals.get.useQuery({ id: "5" }),
  "governance.dashboard": () => trpc.governance.dashboard.useQuery(),
  "refunds.get": () => trpc.refunds.get.useQuery({ id: "6" }),
  "refunds.list": () => trpc.refunds.list.useQuery({ limit: 10 }),
  "wallet.get": () => trpc.wallet.get.useQuery(),
  "posts.get": () => trpc.posts.get.useQuery({ id: "50" }),
};
type Procedure = keyof typeof queries;

function Everything() {
  for (const use of Object.values(queries)) use();
  return null;
}

it.each<[string, string, Procedure[]]>([
  ["a proposal", "/governance/proposals/5", ["proposals.get", "governance.dashboard"]],
  ["another proposal", "/governance/proposals/55", ["governance.dashboard"]],
  ["a refund request", "/refund-requests/6", ["refunds.get", "refunds.list"]],
  ["the wallet", "/wallet", ["wallet.get"]],
  ["an answer", "/posts/50#answer-3", ["posts.get"]],
  ["a page that has nothing to refetch", "/tags", []],
])("news about %s refetches what shows it, and nothing else", async (_, url, expected) => {
  const names = Object.keys(queries) as Procedure[];
  const { count } = serve(Object.fromEntries(names.map((name) => [name, {}])));
  show(<Everything />);
  await waitFor(() => expect(names.map(count)).toEqual(names.map(() => 1)));
  const onNews = takeIn();
  act(() => onNews({ unread: 0, latest: null }));
  act(() => onNews({ unread: 1, latest: { ...line, navigation: { url } } }));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(names.filter((name) => count(name) > 1)).toEqual(expected);
});
