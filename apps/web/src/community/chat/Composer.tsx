import type { ChatMessage, User } from "@bbux/contract";
import { ActionIcon, Textarea } from "@mantine/core";
import { IconGif, IconMoodSmile, IconSend2, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, lazy, type RefObject, Suspense, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { NameList, useMention } from "../../people/mentions/index.ts";
import classes from "./Composer.module.css";
import { loadDraft, measure, saveDraft } from "./draft.ts";
import type { LiveRoom } from "./liveRoom.ts";

const EmojiPicker = lazy(() => import("./EmojiPicker.tsx"));
const GifPicker = lazy(() => import("./GifPicker.tsx"));

export interface ComposerHandle {
  focus(): void;
  /** Starts a reply. */
  reply(username: string): void;
}

interface ComposerProps {
  readonly ref: RefObject<ComposerHandle | null>;
  readonly room: { readonly id: string; readonly name: string };
  readonly store: LiveRoom;
  readonly user: User;
  /** The room's recent authors. */
  readonly names: readonly string[];
  readonly sending: boolean;
  /** The member's own message that is being edited, in place of a new one. */
  readonly editing: Editing | null;
  /** Edits the member's last message. */
  readonly onEditLast: () => void;
}

interface Editing {
  readonly message: ChatMessage;
  readonly saving: boolean;
  readonly failure: string | null;
  save(content: string): void;
  cancel(): void;
}

/**
 * The message field. Give it a `key` of the room and the edited message, because it starts with the draft or that
 * message.
 */
export function Composer({ ref, room, store, user, names, sending, editing, onEditLast }: ComposerProps) {
  const [text, setText] = useState(() => editing?.message.content ?? loadDraft(user.id, room.id));
  const [picker, setPicker] = useState<"emoji" | "gif" | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { content, sendable, left, near } = measure(text);
  const busy = editing ? editing.saving : sending;

  function write(next: string, caret?: number) {
    if (!editing) saveDraft(user.id, room.id, next);
    if (caret === undefined) return setText(next);
    // At once, so that the cursor is set before the next key is typed.
    flushSync(() => setText(next));
    field.current?.focus();
    field.current?.setSelectionRange(caret, caret);
    // A menu that closes takes the focus back.
    requestAnimationFrame(() => field.current?.focus());
  }
  const mention = useMention({
    field,
    text,
    names,
    replace: ({ from, to, insert }) => write(text.slice(0, from) + insert + text.slice(to), from + insert.length),
  });
  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus({ preventScroll: true }),
    reply(username) {
      const begun = text.trimEnd();
      const next = `${begun}${begun ? " " : ""}@${username} `;
      write(next, next.length);
    },
  }));

  function send() {
    if (!sendable || busy) return;
    setPicker(null);
    if (editing) {
      editing.save(content);
      return;
    }
    write("");
    void store.send(content, "TEXT");
  }
  /** Inserts an emoji at the caret's last position. */
  function insert(emoji: string) {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {};
    write(text.slice(0, selectionStart) + emoji + text.slice(selectionEnd), selectionStart + emoji.length);
    setPicker(null);
  }
  function sendGif(form: string) {
    setPicker(null);
    field.current?.focus({ preventScroll: true });
    void store.send(form, "GIF");
  }
  function onKeyDown(event: KeyboardEvent) {
    // During IME composition (Chinese, Japanese …) Enter belongs to the input method.
    if (event.nativeEvent.isComposing || mention.onKeyDown(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      send();
    } else if (event.key === "ArrowUp" && text === "" && !editing) {
      event.preventDefault();
      onEditLast();
    } else if (event.key === "Escape" && (picker || editing)) {
      event.preventDefault();
      closeTop();
    }
  }
  function closeTop() {
    if (picker) {
      setPicker(null);
      field.current?.focus();
    } else editing?.cancel();
  }
  const toggle = (which: "emoji" | "gif") => setPicker((now) => (now === which ? null : which));

  return (
    <div className={classes.composer}>
      {picker && (
        <div
          className={classes.picker}
          role="dialog"
          aria-label={picker === "emoji" ? "Emojis" : "GIFs"}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.preventDefault();
            closeTop();
          }}
        >
          <Suspense fallback={<p className={classes.loading}>Loading …</p>}>
            {picker === "emoji" ? <EmojiPicker onChoose={insert} /> : <GifPicker onChoose={sendGif} />}
          </Suspense>
        </div>
      )}
      <NameList mention={mention} />
      {editing && (
        <div className={classes.editing}>
          <span>Editing your message</span>
          <ActionIcon variant="subtle" color="gray" size={26} aria-label="Stop editing" onClick={editing.cancel}>
            <IconX size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </div>
      )}
      <CheckedForm className={classes.form} onSubmit={send}>
        <Textarea
          ref={field}
          className={classes.field}
          classNames={{ input: classes.input }}
          aria-label={editing ? "Edit message" : "Message"}
          placeholder={`Message ${room.name}`}
          autosize
          minRows={1}
          maxRows={8}
          dir="auto"
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onSelect={mention.onSelect}
          onBlur={mention.onBlur}
          aria-describedby="chat-left"
          {...mention.aria}
        />
        <div className={classes.tools}>
          <ActionIcon
            variant={picker === "emoji" ? "light" : "subtle"}
            color="gray"
            size={32}
            aria-label="Emojis"
            aria-expanded={picker === "emoji"}
            onClick={() => toggle("emoji")}
          >
            <IconMoodSmile size={20} stroke={1.6} aria-hidden />
          </ActionIcon>
          {!editing && (
            <ActionIcon
              variant={picker === "gif" ? "light" : "subtle"}
              color="gray"
              size={32}
              aria-label="GIFs"
              aria-expanded={picker === "gif"}
              onClick={() => toggle("gif")}
            >
              <IconGif size={20} stroke={1.6} aria-hidden />
            </ActionIcon>
          )}
          <span id="chat-left" className={classes.left} data-over={left < 0 || undefined} role="status">
            {near &&
              (left < 0
                ? plural(-left, ["# character too many", "# characters too many"])
                : /* @wc-context: characters */ `${left} left`)}
          </span>
          <ActionIcon
            type="submit"
            variant="filled"
            size={32}
            aria-label={editing ? "Save" : "Send"}
            disabled={!sendable || busy}
          >
            <IconSend2 size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </div>
      </CheckedForm>
      {editing?.failure && (
        <p className={classes.failure} role="alert">
          {editing.failure}
        </p>
      )}
    </div>
  );
}
