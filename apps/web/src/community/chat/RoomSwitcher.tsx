import type { ChatRoom } from "@bbux/contract";
import { Menu, UnstyledButton } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { showRoom } from "./chatWindow.ts";
import classes from "./RoomSwitcher.module.css";
import { unreadText } from "./unread.ts";

interface RoomSwitcherProps {
  readonly rooms: readonly ChatRoom[] | undefined;
  readonly room: ChatRoom | undefined;
}

/** The current room and a menu of the others, each with its unread count. */
export function RoomSwitcher({ rooms, room }: RoomSwitcherProps) {
  const elsewhere = rooms?.some(({ id, unread }) => id !== room?.id && unread > 0);
  return (
    <Menu position="bottom-start" width={284} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={classes.target} disabled={!rooms}>
          <span className={classes.name}>{room?.name ?? "Chat"}</span>
          <IconChevronDown size={16} stroke={1.8} aria-hidden />
          {elsewhere && <span className={classes.dot} role="img" aria-label="Unread in other rooms" />}
          <span className="visually-hidden">, change the room</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {rooms?.map(({ id, name, description, unread }) => (
          <Menu.Item
            key={id}
            aria-current={id === room?.id || undefined}
            onClick={() => showRoom(id)}
            rightSection={
              id === room?.id ? (
                <IconCheck size={16} stroke={2} aria-hidden />
              ) : unread > 0 ? (
                <span className={classes.unread}>
                  {unreadText(unread)}
                  <span className="visually-hidden"> unread</span>
                </span>
              ) : undefined
            }
          >
            {name}
            <span className={classes.about}>{description}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
