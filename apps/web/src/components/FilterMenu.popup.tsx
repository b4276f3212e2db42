import { Button, Popover } from "@mantine/core";
import { cloneElement, type ReactElement, type ReactNode, type RefAttributes, Suspense } from "react";
import type { PopupButton, PopupProps } from "./DeferredPopup.tsx";
import classes from "./FilterMenu.module.css";
import { useOpenedOnMount } from "./useOpenedOnMount.ts";

export interface FilterPopupProps {
  /** Preferred width in pixels. */
  readonly width: number;
  readonly onReset: () => void;
  /** The filters. A choice takes effect immediately, so there is no apply button. */
  readonly children: ReactNode;
}

/** The panel of {@link FilterMenu}. */
export default function FilterPopup({ width, onReset, children, button }: FilterPopupProps & PopupProps) {
  const { target, opened, setOpened } = useOpenedOnMount();
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={`min(${width}px, calc(100vw - 32px))`}
      trapFocus
      withinPortal
    >
      <Popover.Target>
        {cloneElement(button as ReactElement<PopupButton & RefAttributes<HTMLElement>>, {
          ref: target,
          onClick: () => setOpened(!opened),
          "aria-expanded": opened,
        })}
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label="Filters">
        <div className={classes.panel}>
          <Suspense>{children}</Suspense>
          <div className={classes.foot}>
            <Button variant="subtle" color="gray" onClick={onReset}>
              Reset filters
            </Button>
            <Button variant="default" onClick={() => setOpened(false)}>
              Done
            </Button>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
