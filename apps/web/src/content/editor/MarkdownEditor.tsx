import { LIMITS } from "@bbux/contract";
import { Input, Textarea } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { Prose } from "../../components/Prose.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { numberText } from "../../lib/locale.ts";
import { useSession } from "../../lib/session.ts";
import { NameList, useMention } from "../../people/mentions/index.ts";
import { kindOf, refusalOf, UploadRows, type Uploads, useFileDrop } from "../../people/uploads/index.ts";
import { CodeBands } from "./CodeBands.tsx";
import { fencesOf, insertCode, isText, languageOfFile, pasteCode } from "./editing.code.ts";
import type { Replacement } from "./editing.selection.ts";
import { applyMark, continueLine, type Mark, pasteLink } from "./editing.ts";
import { findPlaceholder, markdownOf, placeholderOf, withoutPlaceholders } from "./editing.uploads.ts";
import classes from "./MarkdownEditor.module.css";
import { markOfKey, Toolbar } from "./MarkdownEditor.tools.tsx";

interface MarkdownEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  readonly placeholder?: string;
  readonly maxLength: number;
  readonly minRows?: number;
  readonly required?: boolean;
  readonly ref?: Ref<HTMLTextAreaElement>;
  /** With it, pictures can be pasted, dropped and picked into the text. */
  readonly uploads?: Uploads;
  /** Handles videos among the files; without it they become links. */
  readonly onVideos?: (files: File[]) => void;
  /** Code blocks of their own, in the editor's frame below the text. */
  readonly blocks?: ReactNode;
  /** Something is wrong with them, so they must be seen. */
  readonly blocksFail?: boolean;
  /** What the preview shows below the text. */
  readonly alsoInPreview?: ReactNode;
  /** A preview is shown beside the editor on wide screens, so the editor offers none there. */
  readonly previewBeside?: boolean;
  /** The names that are suggested first when a member is mentioned. */
  readonly names?: readonly string[];
}

const NO_NAMES: readonly string[] = [];

/** A Markdown field with a toolbar and a preview. Marks are inserted as typed text, so that undo reverts them. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { label, value, onChange, error, placeholder, maxLength, minRows = 8, required = false, uploads } = props;
  const own = useRef<HTMLTextAreaElement>(null);
  const ref = useMergedRef(own, props.ref);
  const id = useId();
  const [previewing, setPreviewing] = useState(false);
  // Errors must be visible where they can be fixed.
  const preview = previewing && !error && !props.blocksFail;
  const [noRoom, setNoRoom] = useState<string | null>(null);
  const hasCode = useMemo(() => fencesOf(value).length > 0, [value]);
  // The text was sent or discarded, so the next one is to be written.
  useEffect(() => {
    if (value === "") setPreviewing(false);
    // Whatever didn't fit may fit now.
    setNoRoom(null);
  }, [value]);

  const selected = (area: HTMLTextAreaElement) => ({
    text: area.value,
    start: area.selectionStart,
    end: area.selectionEnd,
  });

  /** Has the field show the text at once, so that the cursor can be set before the next key is typed. */
  const setText = (text: string) => flushSync(() => onChange(text));

  function type(change: Replacement) {
    const area = own.current;
    if (!area) return;
    area.focus();
    area.setSelectionRange(change.from, change.to);
    // Deprecated, but the only way into the browser's undo history; where it is refused the value is set instead.
    const command = change.insert === "" ? "delete" : "insertText";
    if (!document.execCommand(command, false, change.insert)) {
      setText(area.value.slice(0, change.from) + change.insert + area.value.slice(change.to));
    }
    area.setSelectionRange(change.start, change.end);
  }

  const { user } = useSession();
  const mention = useMention({
    field: own,
    text: value,
    names: props.names ?? NO_NAMES,
    everyone: user !== null,
    replace: ({ from, to, insert }) =>
      type({ from, to, insert, start: from + insert.length, end: from + insert.length }),
  });

  function mark(kind: Mark) {
    if (own.current) type(applyMark(kind, selected(own.current)));
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const area = event.currentTarget;
    const control = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (event.nativeEvent.isComposing || (!control && mention.onKeyDown(event))) return;
    if (event.key === "Enter" && control) {
      event.preventDefault();
      area.form?.requestSubmit();
    } else if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
      const change = continueLine(selected(area));
      if (!change) return;
      event.preventDefault();
      type(change);
    } else if (control) {
      const kind = markOfKey(event.key);
      if (!kind) return;
      event.preventDefault();
      mark(kind);
    }
  }

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const text = event.clipboardData.getData("text/plain");
    const at = selected(event.currentTarget);
    const change = pasteLink(at, text) ?? pasteCode(at, text, event.clipboardData.getData("vscode-editor-data"));
    if (!change) return;
    event.preventDefault();
    typeWhole(change, "What you pasted doesn't fit.");
  }

  /** Inserts something that must not be cut off, or says that it doesn't fit. */
  function typeWhole(change: Replacement, otherwise: string) {
    const room = maxLength - (own.current?.value.length ?? 0) + (change.to - change.from);
    if (change.insert.length <= room) type(change);
    else {
      const left = plural(room, ["There's room for # more character.", "There's room for # more characters."]);
      setNoRoom(`${otherwise} ${left}`);
    }
  }

  /** Inserts a file of text as code, or says why it can't. @returns false if it isn't one */
  async function insertSource(file: File): Promise<boolean> {
    const language = languageOfFile(file.name);
    // Videos may be called .ts, too.
    if (language === null || !(await isText(file))) return false;
    if (file.size > LIMITS.code) {
      setNoRoom(`${file.name} is too long. Code can have up to ${numberText(LIMITS.code)} characters.`);
      return true;
    }
    const code = await file.text();
    if (!own.current) return true;
    const { text, end } = selected(own.current);
    typeWhole(insertCode({ text, start: end, end }, code, language), `${file.name} doesn't fit.`);
    return true;
  }

  async function insertFiles(files: File[]) {
    setNoRoom(null);
    for (const file of files) {
      if (!(await insertSource(file))) insertUpload(file);
    }
  }

  /** Inserts a picture at the cursor: first a placeholder, which the address later replaces. */
  function insertUpload(file: File) {
    const { queue } = uploads ?? {};
    if (!queue) return;
    if (kindOf(file) === "VIDEO" && props.onVideos) return props.onVideos([file]);
    const key: string = queue.add({
      file,
      place: "text",
      onDone: (media) => swap(key, markdownOf(media, file.name)),
      onGone: () => swap(key, ""),
    });
    const area = own.current;
    if (!area || refusalOf(file) !== null) return;
    const { text, end } = selected(area);
    const before = end > 0 && text[end - 1] !== "\n" ? "\n" : "";
    const insert = `${before}${placeholderOf(key, file.name)}\n`;
    type({ from: end, to: end, insert, start: end + insert.length, end: end + insert.length });
  }

  /** Replaces a placeholder wherever it is by now, and keeps the cursor in place. */
  function swap(key: string, insert: string) {
    const area = own.current;
    const place = area && findPlaceholder(area.value, key);
    if (!place) return;
    const by = insert.length - (place.to - place.from);
    const shift = (at: number) => (at >= place.to ? at + by : Math.min(at, place.from));
    const [start, end] = [shift(area.selectionStart), shift(area.selectionEnd)];
    setText(area.value.slice(0, place.from) + insert + area.value.slice(place.to));
    area.setSelectionRange(start, end);
  }

  const { dragging, handlers } = useFileDrop((files) => void insertFiles(files));
  return (
    <Input.Wrapper id={id} label={label} error={error ?? noRoom} required={required}>
      <div
        className={classes.editor}
        data-invalid={error ? true : undefined}
        data-dragging={dragging || undefined}
        {...(uploads && handlers)}
      >
        <Toolbar
          controls={id}
          onMark={mark}
          onImages={uploads && ((files) => void insertFiles(files))}
          preview={preview}
          onPreview={setPreviewing}
          beside={props.previewBeside ?? false}
        />
        {/* Stays mounted behind the preview, with its selection and running uploads. */}
        <div className={preview ? classes.behind : classes.field} data-code={hasCode || undefined} inert={preview}>
          {hasCode && <CodeBands field={own} text={value} />}
          <Textarea
            ref={ref}
            id={id}
            variant="unstyled"
            // Set on the field itself, because Mantine would put them on the wrapper, or drop them.
            attributes={{
              input: {
                dir: "auto",
                ...(error && { "aria-invalid": true }),
                ...((error || noRoom) && { "aria-describedby": `${id}-error` }),
              },
            }}
            classNames={{ input: classes.input ?? "" }}
            placeholder={placeholder}
            maxLength={maxLength}
            autosize
            minRows={minRows}
            maxRows={28}
            required={required}
            withAsterisk={false}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onSelect={mention.onSelect}
            onBlur={mention.onBlur}
            {...mention.aria}
          />
          <NameList mention={mention} over="line" />
        </div>
        {props.blocks && (
          <div className={preview ? classes.behind : classes.blocks} inert={preview}>
            {props.blocks}
          </div>
        )}
        {preview && (
          <section className={classes.preview} aria-label={`Preview: ${label}`}>
            {value.trim() === "" ? (
              <p className={classes.nothing}>Nothing to preview yet.</p>
            ) : (
              <Prose content={withoutPlaceholders(value)} html={null} />
            )}
            {props.alsoInPreview}
          </section>
        )}
      </div>
      {uploads && <UploadRows uploads={uploads} place="text" />}
    </Input.Wrapper>
  );
}
