import { useSyncExternalStore } from "react";
import { lateToasts } from "../lib/notify.ts";

/** Where toasts appear: nothing until the first one. */
export function ToastHost() {
  const toasts = useSyncExternalStore(lateToasts.subscribe, lateToasts.current);
  return toasts && <toasts.Toasts />;
}
