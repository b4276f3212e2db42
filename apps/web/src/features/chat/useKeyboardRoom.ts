import { useEffect } from "react";

/**
 * Keeps the sheet of phones in the part of the screen that the keyboard leaves: most browsers lay it over the page without
 * telling the page's layout.
 */
export function useKeyboardRoom(): void {
  useEffect(() => {
    const view = window.visualViewport;
    const sheet = document.getElementById("chat");
    if (!view || !sheet) return;
    const adjust = () => {
      // Pages that are zoomed have a small view, too, and no keyboard.
      const zoomed = view.scale > 1.05;
      const covered = zoomed ? 0 : Math.max(0, Math.round(window.innerHeight - view.height - view.offsetTop));
      sheet.style.setProperty("--keyboard", `${covered}px`);
      sheet.style.setProperty("--view-top", `${zoomed ? 0 : Math.round(view.offsetTop)}px`);
      sheet.style.setProperty("--chat-height", `${sheet.clientHeight}px`);
    };
    adjust();
    view.addEventListener("resize", adjust);
    view.addEventListener("scroll", adjust);
    return () => {
      view.removeEventListener("resize", adjust);
      view.removeEventListener("scroll", adjust);
    };
  }, []);
}
