import { LIMITS } from "@bbux/contract";
import { useEffect, useState } from "react";
import { forgetTarget } from "./chat.store.ts";
import type { RoomStore, RoomView } from "./room.store.ts";
import type { Row } from "./rows.ts";

/** Further back than so many pages nobody is led. */
const MAX_PAGES = 30;

interface Target {
  /** Id of the message to show. */
  readonly at: string | null;
  readonly store: RoomStore;
  readonly view: RoomView;
  readonly rows: readonly Row[];
  readonly show: (index: number) => void;
}

/** Fetches older pages until the message that a link leads to is there, and shows it. */
export function useTarget({ at, store, view, rows, show }: Target) {
  const [shown, setShown] = useState<string | null>(null);
  const [pages, setPages] = useState({ of: at, count: 0 });
  const index = at === null ? -1 : rows.findIndex(({ key }) => key === at);
  const count = pages.of === at ? pages.count : 0;
  const first = view.messages[0]?.id;
  // Ids grow with time: one that is older than all that is known lies further up.
  const further = at !== null && index === -1 && first !== undefined && BigInt(at) < BigInt(first);
  const searching = further && !view.reachedStart && count < MAX_PAGES && !view.olderFailed;
  const missing = at !== null && index === -1 && view.cursor !== null && !searching && !view.loadingOlder;

  useEffect(() => {
    if (!searching || view.loadingOlder) return;
    setPages({ of: at, count: count + 1 });
    void store.older(LIMITS.pageSize.max);
  }, [searching, view.loadingOlder, at, count, store]);

  useEffect(() => {
    if (at === null || index === -1) return;
    // Once the list has taken in the rows.
    const frame = requestAnimationFrame(() => {
      show(index);
      setShown(at);
      forgetTarget();
    });
    return () => cancelAnimationFrame(frame);
  }, [at, index, show]);

  return { shown, missing };
}
