import { Drawer, type FloatingPosition, Popover } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactElement, useState } from "react";
import { useSession } from "../../session.tsx";
import classes from "./Notifications.module.css";
import { NotificationsPanel } from "./NotificationsPanel.tsx";

interface Opener {
  readonly onClick: () => void;
  readonly "aria-haspopup": "dialog";
  readonly "aria-expanded": boolean;
}

interface NotificationsMenuProps {
  readonly position: FloatingPosition;
  /** The button; what it is given goes onto it. */
  readonly children: (opener: Opener) => ReactElement;
}

/** Opens the panel: beside the button that was pressed, on phones as a sheet from below. */
export function NotificationsMenu({ position, children }: NotificationsMenuProps) {
  const { user } = useSession();
  const [opened, setOpened] = useState(false);
  const isPhone = useMediaQuery("(width < 48em)", undefined, { getInitialValueInEffect: false });
  const close = () => setOpened(false);
  const button = children({
    onClick: () => setOpened((now) => !now),
    "aria-haspopup": "dialog",
    "aria-expanded": opened,
  });
  if (isPhone) {
    return (
      <>
        {button}
        <Drawer
          opened={opened}
          onClose={close}
          position="bottom"
          size={user ? "min(85dvh, 640px)" : 320}
          title="Notifications"
          classNames={{ content: classes.sheet, header: classes.sheetHead, body: classes.sheetBody }}
          closeButtonProps={{ "aria-label": "Close" }}
        >
          <NotificationsPanel onLeave={close} inSheet />
        </Drawer>
      </>
    );
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position={position}
      width={400}
      radius="md"
      shadow="md"
      offset={6}
      trapFocus
      returnFocus
      transitionProps={{ duration: 120 }}
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label="Notifications">
        <NotificationsPanel onLeave={close} />
      </Popover.Dropdown>
    </Popover>
  );
}
