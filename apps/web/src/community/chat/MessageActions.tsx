import type { ChatMessage } from "@bbux/contract";
import { ActionIcon, Menu } from "@mantine/core";
import { IconArrowBackUp, IconDots, IconFlag, IconLink, IconPencil, IconTrash } from "@tabler/icons-react";
import { authorName, hasLeft } from "../../components/author.ts";
import { notifyError, notifySuccess } from "../../lib/notify.ts";
import classes from "./MessageActions.module.css";

/** What the member can do with a message; `null` where they may not write. */
export interface MessageDeeds {
  readonly reply: ((message: ChatMessage) => void) | null;
  readonly edit: ((message: ChatMessage) => void) | null;
  readonly remove: ((message: ChatMessage) => void) | null;
  readonly flag: ((message: ChatMessage) => void) | null;
}

interface MessageActionsProps {
  readonly message: ChatMessage;
  readonly own: boolean;
  readonly deeds: MessageDeeds;
}

/** The menu of a message: shown on hover or focus, and always on touch devices. */
export function MessageActions({ message, own, deeds }: MessageActionsProps) {
  const { reply, edit, remove, flag } = deeds;
  const icon = { size: 18, stroke: 1.6 };
  return (
    <div className={classes.place}>
      <Menu position="bottom-end" width={200} returnFocus={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon
            className={classes.more}
            variant="default"
            size={28}
            aria-label={`More about the message by ${authorName(message.author.username)}`}
          >
            <IconDots size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {reply && !own && !hasLeft(message.author.username) && (
            <Menu.Item leftSection={<IconArrowBackUp {...icon} />} onClick={() => reply(message)}>
              Reply
            </Menu.Item>
          )}
          {edit && own && message.messageType === "TEXT" && (
            <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => edit(message)}>
              Edit
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLink {...icon} />} onClick={() => void copyLink(message)}>
            Copy link
          </Menu.Item>
          {flag && !own && (
            <Menu.Item leftSection={<IconFlag {...icon} />} onClick={() => flag(message)}>
              Flag
            </Menu.Item>
          )}
          {remove && own && (
            <Menu.Item leftSection={<IconTrash {...icon} />} color="red" onClick={() => remove(message)}>
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

async function copyLink({ roomId, id }: ChatMessage): Promise<void> {
  const link = `${location.origin}/chat/${roomId}?at=${id}`;
  try {
    await navigator.clipboard.writeText(link);
    notifySuccess("Link copied");
  } catch {
    notifyError(`We couldn't copy the link: ${link}`);
  }
}
