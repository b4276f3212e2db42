import { useLayoutEffect, useSyncExternalStore } from "react";
import { onWaiting, type WaitingText, waitingOf } from "./outbox.ts";

const NONE: readonly WaitingText[] = [];

/** What a text is about. */
interface Place {
  readonly postId: string;
  readonly answerId?: string | undefined;
}

const nameOf = (kind: WaitingText["kind"], { postId, answerId = "" }: Place) => `${kind} ${postId} ${answerId}`;
const placeOf = (text: WaitingText) => nameOf(text.kind, text.input);

/** The places on the page that show their texts; twice if two parts of the page do. */
let places: readonly string[] = [];
const listeners = new Set<() => void>();
const currentPlaces = () => places;

function onPlaces(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setPlaces(next: readonly string[]): void {
  places = next;
  for (const listener of listeners) listener();
}

/** Claims this place's waiting texts for a part of the page that shows them, or is about to, so that nothing else does. */
export function usePlace(kind: WaitingText["kind"], place: Place, isThere = true): void {
  const name = nameOf(kind, place);
  // Before the page is painted, so that nothing moves.
  useLayoutEffect(() => {
    if (!isThere) return;
    setPlaces([...places, name]);
    return () => {
      const index = places.indexOf(name);
      setPlaces(places.filter((_, at) => at !== index));
    };
  }, [name, isThere]);
}

function useAll(userId: string | undefined): readonly WaitingText[] {
  return useSyncExternalStore(onWaiting, () => (userId === undefined ? NONE : waitingOf(userId)));
}

/** Returns the member's texts that wait to be posted below a question, or below one of its answers, where they are shown. */
export function useWaiting(
  userId: string | undefined,
  kind: WaitingText["kind"],
  place: Place,
): readonly WaitingText[] {
  usePlace(kind, place);
  const name = nameOf(kind, place);
  return useAll(userId).filter((text) => placeOf(text) === name);
}

/** Returns those about a post that have no place on the page: it's closed or gone, or the answer isn't there. */
export function useStray(userId: string | undefined, postId: string): readonly WaitingText[] {
  const shown = useSyncExternalStore(onPlaces, currentPlaces);
  return useAll(userId).filter((text) => text.postId === postId && !shown.includes(placeOf(text)));
}
