import { type ReactNode, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { useIsPhone } from "./useIsPhone.ts";

let slot: HTMLElement | null = null;
const listeners = new Set<() => void>();

function setSlot(element: HTMLElement | null): void {
  slot = element;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => slot;

/** The place in the top line where a page's own search goes. */
export function PageSearchSlot({ className }: { className: string | undefined }) {
  return <div className={className} ref={setSlot} />;
}

/** A page's own search: in the top line, where every other page has its search, or here on a phone. */
export function PageSearch({ children }: { children: ReactNode }) {
  const isPhone = useIsPhone();
  const place = useSyncExternalStore(subscribe, current, current);
  if (isPhone) return children;
  return place && createPortal(children, place);
}
