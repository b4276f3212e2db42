import { Drawer, type FloatingPosition, Popover } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { cloneElement, type ReactElement, type RefAttributes } from "react";
import type { PopupButton, PopupProps } from "../../components/DeferredPopup.tsx";
import { useOpenedOnMount } from "../../components/useOpenedOnMount.ts";
import { useSession } from "../../lib/session.ts";
import classes from "./Notifications.module.css";
import { NotificationsPanel } from "./NotificationsPanel.tsx";

export interface NotificationsPopupProps {
  readonly position: FloatingPosition;
}

/** Opens the panel: beside the button, or on phones as a sheet from below. */
export default function NotificationsPopup({ position, button }: NotificationsPopupProps & PopupProps) {
  const { user } = useSession();
  const { target, opened, setOpened } = useOpenedOnMount();
  const isPhone = useMediaQuery("(width < 48em)", undefined, { getInitialValueInEffect: false });
  const close = () => setOpened(false);
  const opener = cloneElement(button as ReactElement<PopupButton & RefAttributes<HTMLElement>>, {
    ref: target,
    onClick: () => setOpened(!opened),
    "aria-haspopup": "dialog",
    "aria-expanded": opened,
  });
  if (isPhone) {
    return (
      <>
        {opener}
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
      <Popover.Target>{opener}</Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label="Notifications">
        <NotificationsPanel onLeave={close} />
      </Popover.Dropdown>
    </Popover>
  );
}
