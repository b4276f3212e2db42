import { formatGif, GIFS, type Gif } from "@bbux/contract";
import { Button, Skeleton } from "@mantine/core";
import { useDebouncedValue, useMediaQuery } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type UIEvent, useMemo, useState } from "react";
import { client } from "../../lib/trpc.ts";
import classes from "./GifPicker.module.css";
import { columnsOf, gifFailure, stillOf } from "./gif.ts";

/** How long typing must pause before the search (ms). */
const PAUSE = 350;
const NEAR_END = 300;

/** Searches GIFs. The chosen one is returned in the form that messages use. */
export default function GifPicker({ onChoose }: { onChoose: (form: string) => void }) {
  const [text, setText] = useState("");
  const [query] = useDebouncedValue(text.trim(), PAUSE);
  const search = useGifs(text.trim() === "" ? "" : query);
  const gifs = useMemo(() => search.data?.pages.flatMap((page) => page.gifs) ?? [], [search.data]);
  const failure = search.error ? gifFailure(search.error) : null;

  function onScroll({ currentTarget: box }: UIEvent<HTMLElement>) {
    const left = box.scrollHeight - box.clientHeight - box.scrollTop;
    if (left < NEAR_END && search.hasNextPage && !search.isFetching && !failure) void search.fetchNextPage();
  }
  return (
    <div className={classes.root}>
      <input
        className={classes.search}
        type="search"
        aria-label="Search GIFs"
        placeholder="Search GIFs"
        maxLength={GIFS.query}
        // biome-ignore lint/a11y/noAutofocus: the picker was opened to search
        autoFocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.results} onScroll={onScroll} aria-busy={search.isFetching}>
        {query === "" && <p className={classes.note}>What should it show?</p>}
        {query !== "" && search.isPending && <Waiting />}
        {query !== "" && search.isSuccess && gifs.length === 0 && (
          <p className={classes.note} role="status">
            No GIFs found for “{query}”
          </p>
        )}
        <Columns gifs={gifs} onChoose={onChoose} />
        {search.isFetchingNextPage && <p className={classes.more}>Loading …</p>}
        {failure && (
          <div className={classes.failed}>
            <p role="alert">{failure}</p>
            <Button variant="default" size="xs" onClick={() => void search.refetch()} loading={search.isFetching}>
              Try again
            </Button>
          </div>
        )}
      </div>
      <p className={classes.source}>Powered by GIPHY</p>
    </div>
  );
}

/** Without a search text there is no request. */
function useGifs(q: string) {
  return useInfiniteQuery({
    queryKey: ["chat.gifs", q],
    enabled: q !== "",
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) => client.gifs.search.query({ q, limit: GIFS.picker, offset }, { signal }),
    getNextPageParam: ({ pagination: { offset, total } }) => {
      // GIFs from other hosts are left out, so the next offset counts what was requested instead of what arrived.
      const next = offset + GIFS.picker;
      return next < total && next <= GIFS.offset ? next : undefined;
    },
    staleTime: 5 * 60_000,
    // The error has a retry button, so scrolling must not load more.
    retry: false,
  });
}

function Columns({ gifs, onChoose }: { gifs: readonly Gif[]; onChoose: (form: string) => void }) {
  const calm = useMediaQuery("(prefers-reduced-motion: reduce)", undefined, { getInitialValueInEffect: false });
  const columns = useMemo(() => columnsOf(gifs), [gifs]);
  return (
    <div className={classes.columns}>
      {columns.map((column, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the left one and the right one
        <div key={index} className={classes.column}>
          {column.map(({ id, title, url, previewUrl, width, height }) => (
            <button
              key={id}
              type="button"
              className={classes.gif}
              style={{ aspectRatio: `${width} / ${height}` }}
              onClick={() => onChoose(formatGif(title, url))}
            >
              <img
                src={(calm && stillOf(previewUrl)) || previewUrl}
                alt={title || "GIF"}
                loading="lazy"
                decoding="async"
                referrerPolicy="no-referrer"
              />
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

function Waiting() {
  return (
    <div className={classes.columns} role="status" aria-label="Searching">
      {[140, 100, 110, 150].map((height) => (
        <Skeleton key={height} height={height} />
      ))}
    </div>
  );
}
