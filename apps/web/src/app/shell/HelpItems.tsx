import { Menu } from "@mantine/core";
import { IconBook2, IconFileDescription, IconKeyboard, IconScale } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { openShortcutsSheet } from "../shortcuts/overlay.ts";

const SIGN = { size: 18, stroke: 1.6 } as const;

/** The menu entries that explain the platform. */
export function HelpItems() {
  return (
    <>
      <Menu.Item leftSection={<IconBook2 {...SIGN} />} renderRoot={(props) => <Link to="/docs" {...props} />}>
        Documentation
      </Menu.Item>
      <Menu.Item leftSection={<IconScale {...SIGN} />} renderRoot={(props) => <Link to="/reserves" {...props} />}>
        Proof of reserves
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFileDescription {...SIGN} />}
        renderRoot={(props) => <Link to="/terms" {...props} />}
      >
        Terms
      </Menu.Item>
      <Menu.Item leftSection={<IconKeyboard {...SIGN} />} onClick={openShortcutsSheet}>
        Keyboard shortcuts
      </Menu.Item>
    </>
  );
}
