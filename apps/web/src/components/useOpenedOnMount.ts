import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * Opens a popup as soon as it has loaded after a click. Its button replaces the clicked one and takes the focus first,
 * because focus returns there when the popup closes.
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
