import { LIMITS } from "@bbux/contract";
import { useEffect, useState } from "react";
import { codeOf } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { forgetTarget } from "./chatWindow.ts";
import type { LiveRoom } from "./liveRoom.ts";
import type { RoomView } from "./roomState.ts";
import type { Row } from "./rows.ts";

/** The most pages to load in search of a message. */
const MAX_PAGES = 30;

interface Target {
  /** Id of the message to show. */
  readonly at: string | null;
  readonly store: LiveRoom;
  readonly view: RoomView;
  readonly rows: readonly Row[];
  /** Scrolls to the row with this key. */
  readonly show: (key: string) => void;
}

/**
 * Fetches older pages until a linked message is there, and shows it.
 * @returns the message shown, and why one cannot be
 */
export function useTarget({ at, store, view, rows, show }: Target): {
  readonly shown: string | null;
  readonly missing: string | null;
} {
  const [shown, setShown] = useState<string | null>(null);
  const [pages, setPages] = useState({ of: at, count: 0 });
  const known = at !== null && rows.some(({ key }) => key === at);
  const count = pages.of === at ? pages.count : 0;
  // Only its time shows where it belongs, because ids aren't ordered.
  const target = trpc.chat.message.useQuery(
    { roomId: store.roomId, messageId: at ?? "" },
    { enabled: at !== null && !known && view.cursor !== null, staleTime: Number.POSITIVE_INFINITY },
  );
  const createdAt = target.data?.message.createdAt;
  const first = view.messages[0]?.createdAt;
  const further = !known && createdAt !== undefined && first !== undefined && createdAt < first && !view.reachedStart;
  // Its event is still on the way.
  const newer = createdAt !== undefined && createdAt > (view.messages.at(-1)?.createdAt ?? "");
  const searching = at !== null && further && count < MAX_PAGES && !view.olderFailed;

  useEffect(() => {
    if (!searching || view.loadingOlder) return;
    setPages({ of: at, count: count + 1 });
    void store.older(LIMITS.pageSize.max);
  }, [searching, view.loadingOlder, at, count, store]);

  useEffect(() => {
    if (at === null || !known) return;
    // Waits until the list has rendered the rows.
    const frame = requestAnimationFrame(() => {
      show(at);
      setShown(at);
      forgetTarget();
    });
    return () => cancelAnimationFrame(frame);
  }, [at, known, show]);

  if (at === null || known || target.isLoading || view.cursor === null || newer || searching || view.loadingOlder)
    return { shown, missing: null };
  if (further && !view.olderFailed) return { shown, missing: "That message is too far back to show here." };
  if (target.error && codeOf(target.error) !== "NOT_FOUND")
    return { shown, missing: "We can't find that message right now." };
  return { shown, missing: view.olderFailed ? null : "That message is no longer here." };
}
