import { Menu, type MenuProps } from "@mantine/core";
import { cloneElement, type ReactElement, type ReactNode, type RefAttributes } from "react";
import type { PopupProps } from "./DeferredPopup.tsx";
import { useOpenedOnMount } from "./useOpenedOnMount.ts";

interface PopupMenuProps extends PopupProps, Pick<MenuProps, "position" | "width"> {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A menu below its button, loaded by `DeferredPopup`. The children are Menu's. */
export function PopupMenu({ button, className, children, ...place }: PopupMenuProps) {
  const { target, opened, setOpened } = useOpenedOnMount();
  return (
    <Menu {...place} opened={opened} onChange={setOpened} withinPortal>
      <Menu.Target>{cloneElement(button as ReactElement<RefAttributes<HTMLElement>>, { ref: target })}</Menu.Target>
      <Menu.Dropdown className={className}>{children}</Menu.Dropdown>
    </Menu>
  );
}
