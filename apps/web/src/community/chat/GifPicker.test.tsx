import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import GifPicker from "./GifPicker.tsx";

interface Search {
  enabled: boolean;
  queryFn: (page: { pageParam: number; signal: AbortSignal }) => unknown;
  getNextPageParam: (page: { pagination: { offset: number; total: number } }) => number | undefined;
}

const seen = vi.hoisted(() => ({ search: null as unknown, asked: vi.fn() }));
vi.mock("@tanstack/react-query", () => ({
  useInfiniteQuery: (search: unknown) => {
    seen.search = search;
    return { data: undefined, error: null, isPending: true };
  },
}));
vi.mock("../../lib/trpc.ts", () => ({ client: { gifs: { search: { query: seen.asked } } } }));

it("the picker asks for nothing without a text, then for 20 GIFs at a time, up to the last one [C7.62]", () => {
  renderToStaticMarkup(
    <MantineProvider>
      <GifPicker onChoose={() => undefined} />
    </MantineProvider>,
  );
  const { enabled, queryFn, getNextPageParam } = seen.search as Search;
  expect(enabled).toBe(false);
  queryFn({ pageParam: 40, signal: new AbortController().signal });
  expect(seen.asked.mock.calls[0]?.[0]).toEqual({ q: "", limit: 20, offset: 40 });
  const next = (offset: number) => getNextPageParam({ pagination: { offset, total: 41 } });
  expect([next(0), next(20), next(40)]).toEqual([20, 40, undefined]);
});
