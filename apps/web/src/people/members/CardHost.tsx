import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import classes from "./MemberCard.module.css";
import { MemberCard } from "./MemberCard.tsx";
import { memberOf } from "./nameAt.ts";
import { watchNames } from "./watchNames.ts";

const GAP = 6;
const EDGE = 8;

/** Opens the card of the name that the mouse or the focus rests on. @param first the name that was there first */
export default function CardHost({ first }: { first: HTMLAnchorElement }) {
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  const [name, setName] = useState<HTMLAnchorElement | null>(null);

  useEffect(() => watchNames({ first, card, onName: setName }), [first]);

  useLayoutEffect(() => {
    const box = card.current;
    if (!name || !box) return;
    const place = () => {
      const at = name.getBoundingClientRect();
      const isRoomBelow = at.bottom + GAP + box.offsetHeight + EDGE <= window.innerHeight;
      box.style.top = `${isRoomBelow ? at.bottom + GAP : at.top - GAP - box.offsetHeight}px`;
      const right = document.documentElement.clientWidth - box.offsetWidth - EDGE;
      box.style.left = `${Math.max(EDGE, Math.min(at.left, right))}px`;
    };
    place();
    const size = new ResizeObserver(place);
    size.observe(box);
    return () => {
      size.disconnect();
      name.removeAttribute("aria-describedby");
    };
  }, [name]);

  // Not before, because a screen reader would find nothing to read.
  const describe = useCallback(() => name?.setAttribute("aria-describedby", id), [name, id]);
  if (!name?.isConnected) return null;
  return (
    <div ref={card} id={id} className={classes.card} role="tooltip">
      <MemberCard key={memberOf(name)} member={memberOf(name)} onLoad={describe} />
    </div>
  );
}
