import { Button, Popover } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./FilterMenu.module.css";

interface FilterMenuProps {
  /** How many filters are on; stands on the button. */
  readonly narrowing: number;
  /** In pixels, where the window has so much. */
  readonly width: number;
  readonly onReset: () => void;
  /** The filters. A choice takes effect at once, so there is nothing to apply. */
  readonly children: ReactNode;
}

/** What a list can be narrowed by, behind a button. */
export function FilterMenu({ narrowing, width, onReset, children }: FilterMenuProps) {
  const [open, { toggle, close }] = useDisclosure(false);
  return (
    <Popover
      opened={open}
      onChange={(next) => !next && close()}
      position="bottom-end"
      width={`min(${width}px, calc(100vw - 32px))`}
      trapFocus
      withinPortal
    >
      <Popover.Target>
        <Button
          variant="default"
          onClick={toggle}
          aria-expanded={open}
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
        >
          Filters{narrowing > 0 ? ` (${narrowing})` : ""}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label="Filters">
        <div className={classes.panel}>
          {children}
          <div className={classes.foot}>
            <Button variant="subtle" color="gray" onClick={onReset}>
              Reset filters
            </Button>
            <Button variant="default" onClick={close}>
              Done
            </Button>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
