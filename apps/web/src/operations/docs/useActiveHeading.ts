import { useEffect, useState } from "react";

/** Below the top line, where reading begins (px). */
const EYE = 120;

/** Returns the anchor of the current heading: the last one that has passed the top of the page. */
export function useActiveHeading(ids: readonly string[]): string | undefined {
  const [active, setActive] = useState<string>();
  useEffect(() => {
    let asked = 0;
    const look = () => {
      asked = 0;
      const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      const passed = ids.filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? EYE) < EYE);
      // A short last section never reaches the top, but a reader at the end who navigated to it is reading it.
      const wanted = location.hash.slice(1);
      setActive(atEnd && ids.includes(wanted) && !passed.includes(wanted) ? wanted : passed.at(-1));
    };
    const onScroll = () => {
      if (asked === 0) asked = requestAnimationFrame(look);
    };
    look();
    addEventListener("scroll", onScroll, { passive: true });
    addEventListener("resize", onScroll);
    return () => {
      cancelAnimationFrame(asked);
      removeEventListener("scroll", onScroll);
      removeEventListener("resize", onScroll);
    };
  }, [ids]);
  return active;
}
