import { lazy, Suspense, useSyncExternalStore } from "react";
import { areToastsWanted, onToastsWanted } from "../lib/notify.ts";

const Toasts = lazy(() => import("../lib/toasts.tsx"));

/** Where toasts appear: nothing until the first one. */
export function ToastHost() {
  const wanted = useSyncExternalStore(onToastsWanted, areToastsWanted);
  return wanted ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null;
}
