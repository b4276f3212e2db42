import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * Opens a popup that was fetched for a click as soon as it is there. The button it brings takes the place of the one that was
 * clicked, so it takes the focus first: that is where focus returns to when the popup closes.
 */
export function useOpenedOnMount(): {
  readonly target: RefObject<HTMLElement | null>;
  readonly opened: boolean;
  readonly setOpened: (opened: boolean) => void;
} {
  const target = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    target.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  return { target, opened, setOpened };
}
