import { lazy, Suspense } from "react";
import { onLogout } from "../../lib/sessionEvents.ts";
import { useOverlay } from "../shortcuts/overlay.ts";
import { useShortcuts } from "../shortcuts/useShortcuts.ts";
import { forgetRecent } from "./recent.ts";

onLogout(forgetRecent);

const Palette = lazy(() => import("./Palette.tsx"));
const ShortcutsSheet = lazy(() => import("../shortcuts/ShortcutsSheet.tsx"));

/** Listens for the keyboard, and loads the palette or the shortcuts sheet on demand. */
export function PaletteHost() {
  const open = useOverlay();
  useShortcuts();
  return (
    <Suspense>
      {open === "palette" && <Palette />}
      {open === "shortcuts" && <ShortcutsSheet />}
    </Suspense>
  );
}
