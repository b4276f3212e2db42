import { lazy, Suspense } from "react";
import { useShortcuts } from "../shortcuts/useShortcuts.ts";
import { useOverlay } from "./overlay.ts";

const Palette = lazy(() => import("./Palette.tsx"));
const ShortcutsSheet = lazy(() => import("../shortcuts/ShortcutsSheet.tsx"));

/** Hears the keyboard, and fetches the palette or the sheet of shortcuts when somebody asks for it. */
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
