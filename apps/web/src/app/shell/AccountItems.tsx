import { Menu, useMantineColorScheme } from "@mantine/core";
import {
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
  IconUser,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useSession } from "../../lib/session.ts";
import { useLogout } from "../../people/accounts/useLogout.ts";
import { WelcomeItem } from "../../people/welcome/WelcomeItem.tsx";
import classes from "./AccountMenu.module.css";

const SCHEMES = [
  { value: "auto", name: "System", Icon: IconDeviceDesktop },
  { value: "light", name: "Light", Icon: IconSun },
  { value: "dark", name: "Dark", Icon: IconMoon },
] as const;

/** The menu entries: the member's pages, the theme, and sign-out. */
export function AccountItems() {
  const { user } = useSession();
  const logout = useLogout();
  return (
    <>
      {user && <Menu.Label className={classes.name}>{user.username}</Menu.Label>}
      <Menu.Item
        leftSection={<IconUser size={18} stroke={1.6} />}
        renderRoot={(props) => <Link to="/profile" {...props} />}
      >
        Your profile
      </Menu.Item>
      <Menu.Item
        leftSection={<IconSettings size={18} stroke={1.6} />}
        renderRoot={(props) => <Link to="/settings" {...props} />}
      >
        Settings
      </Menu.Item>
      <WelcomeItem />
      <Menu.Divider />
      <SchemeItems />
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={18} stroke={1.6} />} onClick={logout}>
        Logout
      </Menu.Item>
    </>
  );
}

/** The choice of light, dark or system theme, kept in this browser. */
export function SchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>Appearance</Menu.Label>
      {SCHEMES.map(({ value, name, Icon }) => (
        <Menu.Item
          key={value}
          role="menuitemradio"
          aria-checked={colorScheme === value}
          closeMenuOnClick={false}
          leftSection={<Icon size={18} stroke={1.6} />}
          rightSection={colorScheme === value ? <IconCheck size={16} stroke={2} aria-hidden="true" /> : undefined}
          onClick={() => setColorScheme(value)}
        >
          {name}
        </Menu.Item>
      ))}
    </>
  );
}
