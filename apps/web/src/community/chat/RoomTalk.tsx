import type { ChatMessage, ChatRoom, User } from "@bbux/contract";
import { Button, Skeleton } from "@mantine/core";
import { useDocumentVisibility } from "@mantine/hooks";
import { lazy, Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { ConfirmDelete } from "../../components/ConfirmDelete.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { messageOf } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { Announcer } from "./Announcer.tsx";
import classes from "./ChatPanel.module.css";
import { Composer, type ComposerHandle } from "./Composer.tsx";
import { liveRoom } from "./liveRooms.ts";
import type { MessageDeeds } from "./MessageActions.tsx";
import { MessageList } from "./MessageList.tsx";
import { useLiveRoom, useReadReceipts } from "./useLiveRoom.ts";
import { writersIn } from "./writers.ts";

const FlagDialog = lazy(async () => ({ default: (await import("../../people/flags/FlagDialog.tsx")).FlagDialog }));

interface RoomTalkProps {
  readonly room: ChatRoom;
  readonly user: User;
  /** A message to show. */
  readonly at: string | null;
  /** Grows each time a member opens the chat to write. */
  readonly asked: number;
}

/** One room: its messages and the composer. */
export function RoomTalk({ room, user, at, asked }: RoomTalkProps) {
  const store = liveRoom(room.id, user.id);
  const view = useSyncExternalStore(store.subscribe, store.read);
  const visible = useDocumentVisibility() === "visible";
  const retry = useLiveRoom(store, room, user);
  useReadReceipts(store, view, room, user);
  const composer = useRef<ComposerHandle>(null);
  const [editing, setEditing] = useState<ChatMessage | null>(null);
  const [removing, setRemoving] = useState<ChatMessage | null>(null);
  const [flagging, setFlagging] = useState<{ message: ChatMessage; open: boolean } | null>(null);
  const edit = trpc.chat.edit.useMutation();
  const removal = trpc.chat.remove.useMutation();
  const names = useMemo(() => writersIn(view.messages, user.id), [view.messages, user.id]);
  const loaded = view.cursor !== null;
  const mayWrite = !user.suspended && user.emailVerified;

  useEffect(() => {
    if (asked > 0) composer.current?.focus();
  }, [asked]);

  const deeds = useMemo((): MessageDeeds => {
    return {
      reply: mayWrite ? ({ author }) => composer.current?.reply(author.username) : null,
      edit: mayWrite ? setEditing : null,
      remove: user.suspended ? null : setRemoving,
      flag: mayWrite ? (message) => setFlagging({ message, open: true }) : null,
    };
  }, [user.suspended, mayWrite]);

  function stopEditing() {
    setEditing(null);
    edit.reset();
    requestAnimationFrame(() => composer.current?.focus());
  }
  return (
    <>
      {view.cutOff && (
        <p className={classes.notice} role="status">
          No connection. Trying again …
        </p>
      )}
      {view.failed ? (
        <div className={classes.trouble}>
          <ErrorBox error={view.failed} fallback="Failed to load messages" onRetry={retry} />
        </div>
      ) : null}
      {!loaded && !view.failed && <Waiting />}
      {loaded && view.messages.length + view.outgoing.length === 0 && (
        <div className={classes.empty}>
          <strong>{room.name}</strong>
          <p>{room.description}</p>
          <p>No messages yet. Be the first to write one.</p>
          {mayWrite && (
            <Button variant="default" mt="xs" onClick={() => composer.current?.focus()}>
              Write a message
            </Button>
          )}
        </div>
      )}
      {loaded && view.messages.length + view.outgoing.length > 0 && (
        <MessageList store={store} view={view} user={user} visible={visible} at={at} deeds={deeds} />
      )}
      <Announcer messages={view.messages} loaded={loaded} me={user.id} />
      {!mayWrite ? (
        <p className={classes.suspended}>
          {user.suspended
            ? "Your account is suspended, so you can't write here."
            : "Confirm your email address to write here."}
        </p>
      ) : (
        <Composer
          key={editing?.id ?? "new"}
          ref={composer}
          room={room}
          store={store}
          user={user}
          names={names}
          sending={view.outgoing.some(({ failure }) => failure === null)}
          onEditLast={() => {
            const last = view.messages.findLast(
              ({ author, messageType }) => author.id === user.id && messageType === "TEXT",
            );
            if (last) setEditing(last);
          }}
          editing={
            editing && {
              message: editing,
              saving: edit.isPending,
              failure: edit.error ? messageOf(edit.error, "Failed to edit message") : null,
              save(content) {
                if (content === editing.content) return stopEditing();
                edit.mutate(
                  { roomId: room.id, messageId: editing.id, content },
                  {
                    onSuccess: ({ message }) => {
                      store.answered(message);
                      stopEditing();
                    },
                  },
                );
              },
              cancel: stopEditing,
            }
          }
        />
      )}
      <ConfirmDelete
        what="message"
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        deletion={removal}
        onConfirm={() => {
          if (!removing) return;
          removal.mutate(
            { roomId: room.id, messageId: removing.id },
            {
              onSuccess: ({ message }) => {
                store.answered({ ...message, deleted: true });
                setRemoving(null);
                if (editing?.id === message.id) stopEditing();
              },
            },
          );
        }}
      />
      {flagging && (
        <Suspense>
          <FlagDialog
            target={{ type: "message", id: flagging.message.id }}
            title={`Flag this message by ${flagging.message.author.username}?`}
            opened={flagging.open}
            onClose={() => setFlagging({ ...flagging, open: false })}
          />
        </Suspense>
      )}
    </>
  );
}

function Waiting() {
  return (
    <div className={classes.waiting} role="status" aria-label="Loading messages">
      {[190, 130, 220, 160].map((width) => (
        <div key={width}>
          <Skeleton height={32} width={32} circle />
          <div>
            <Skeleton height={10} width={80} mt={4} />
            <Skeleton height={10} width={width} mt={10} />
          </div>
        </div>
      ))}
    </div>
  );
}
