import { lazy, Suspense, useEffect, useState } from "react";
import { nameAt } from "./nameAt.ts";

const CardHost = lazy(() => import("./CardHost.tsx"));

/** Shows a card over a member's name, once a mouse or the keyboard has reached one. On touch a name is only a link. */
export function MemberCards() {
  const [first, setFirst] = useState<HTMLAnchorElement | null>(null);
  useEffect(() => {
    if (first) return;
    const begin = (event: Event) => {
      const name = nameAt(event);
      if (name) setFirst(name);
    };
    document.addEventListener("pointermove", begin);
    document.addEventListener("focusin", begin);
    return () => {
      document.removeEventListener("pointermove", begin);
      document.removeEventListener("focusin", begin);
    };
  }, [first]);
  return (
    first && (
      <Suspense>
        <CardHost first={first} />
      </Suspense>
    )
  );
}
