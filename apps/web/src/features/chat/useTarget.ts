import { LIMITS } from "@bbux/contract";
import { useEffect, useState } from "react";
import { codeOf } from "../../errors.ts";
import { trpc } from "../../trpc.ts";
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
  /** Leads to the row with this key. */
  readonly show: (key: string) => void;
}

/**
 * Fetches older pages until the message that a link leads to is there, and shows it.
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
  // Where it stands only its time says: ids are names.
  const target = trpc.chat.message.useQuery(
    { roomId: store.roomId, messageId: at ?? "" },
    { enabled: at !== null && !known && view.cursor !== null, staleTime: Number.POSITIVE_INFINITY },
  );
  const createdAt = target.data?.message.createdAt;
  const first = view.messages[0]?.createdAt;
  const further = !known && createdAt !== undefined && first !== undefined && createdAt < first && !view.reachedStart;
  // News of it is on its way.
  const newer = createdAt !== undefined && createdAt > (view.messages.at(-1)?.createdAt ?? "");
  const searching = at !== null && further && count < MAX_PAGES && !view.olderFailed;

  useEffect(() => {
    if (!searching || view.loadingOlder) return;
    setPages({ of: at, count: count + 1 });
    void store.older(LIMITS.pageSize.max);
  }, [searching, view.loadingOlder, at, count, store]);

  useEffect(() => {
    if (at === null || !known) return;
    // Once the list has taken in the rows.
    const frame = requestAnimationFrame(() => {
      show(at);
      setShown(at);
      forgetTarget();
    });
    return () => cancelAnimationFrame(frame);
  }, [at, known, show]);

  if (at === null || known || target.isLoading || view.cursor === null || newer || searching || view.loadingOlder)
    return { shown, missing: null };
  if (further && !view.olderFailed) return { shown, missing: "That message is too far up to be shown." };
  if (target.error && codeOf(target.error) !== "NOT_FOUND")
    return { shown, missing: "That message could not be found just now." };
  return { shown, missing: view.olderFailed ? null : "That message is no longer here." };
}
