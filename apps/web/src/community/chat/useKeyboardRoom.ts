import { useEffect } from "react";

/**
 * Keeps the chat on phones above the on-screen keyboard, which most browsers lay over the page without changing its
 * layout.
 */
export function useKeyboardRoom(): void {
  useEffect(() => {
    const view = window.visualViewport;
    const sheet = document.getElementById("chat");
    if (!view || !sheet) return;
    const adjust = () => {
      // Zoomed pages also have a small viewport, but no keyboard.
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
