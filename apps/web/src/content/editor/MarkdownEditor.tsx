import { Input, Textarea } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, type Ref, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Markdown } from "../../components/Markdown.tsx";
import { kindOf, refusalOf, UploadRows, type Uploads, useFileDrop } from "../../people/uploads/index.ts";
import { applyMark, continueLine, type Mark, pasteLink, type Replacement } from "./editing.ts";
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
  /** What the preview shows below the text. */
  readonly alsoInPreview?: ReactNode;
  /** A preview is shown beside the editor on wide screens, so the editor offers none there. */
  readonly previewBeside?: boolean;
}

/** A Markdown field with a toolbar and a preview. Marks are inserted as typed text, so that undo reverts them. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { label, value, onChange, error, placeholder, maxLength, minRows = 8, required = false, uploads } = props;
  const own = useRef<HTMLTextAreaElement>(null);
  const ref = useMergedRef(own, props.ref);
  const id = useId();
  const [previewing, setPreviewing] = useState(false);
  // Errors must be visible where they can be fixed.
  const preview = previewing && !error;

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

  function mark(kind: Mark) {
    if (own.current) type(applyMark(kind, selected(own.current)));
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const area = event.currentTarget;
    const control = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (event.nativeEvent.isComposing) return;
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
    const change = pasteLink(selected(event.currentTarget), event.clipboardData.getData("text/plain"));
    if (!change) return;
    event.preventDefault();
    type(change);
  }

  /** Inserts pictures at the cursor: first a placeholder, which the address later replaces. */
  function insertFiles(files: File[]) {
    const { queue } = uploads ?? {};
    if (!queue) return;
    for (const file of files) {
      if (kindOf(file) === "VIDEO" && props.onVideos) {
        props.onVideos([file]);
        continue;
      }
      const key: string = queue.add({
        file,
        place: "text",
        onDone: (media) => swap(key, markdownOf(media, file.name)),
        onGone: () => swap(key, ""),
      });
      const area = own.current;
      if (!area || refusalOf(file) !== null) continue;
      const { text, end } = selected(area);
      const before = end > 0 && text[end - 1] !== "\n" ? "\n" : "";
      const insert = `${before}${placeholderOf(key, file.name)}\n`;
      type({ from: end, to: end, insert, start: end + insert.length, end: end + insert.length });
    }
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

  const { dragging, handlers } = useFileDrop(insertFiles);
  return (
    <Input.Wrapper id={id} label={label} error={error} required={required}>
      <div
        className={classes.editor}
        data-invalid={error ? true : undefined}
        data-dragging={dragging || undefined}
        {...(uploads && handlers)}
      >
        <Toolbar
          controls={id}
          onMark={mark}
          onImages={uploads && insertFiles}
          preview={preview}
          onPreview={setPreviewing}
          beside={props.previewBeside ?? false}
        />
        {/* Stays mounted behind the preview, with its selection and running uploads. */}
        <div className={preview ? classes.behind : undefined} inert={preview}>
          <Textarea
            ref={ref}
            id={id}
            variant="unstyled"
            // Set on the field itself, because Mantine would put it on the wrapper.
            attributes={{ input: { dir: "auto" } }}
            classNames={{ input: classes.input ?? "" }}
            placeholder={placeholder}
            maxLength={maxLength}
            autosize
            minRows={minRows}
            maxRows={28}
            required={required}
            withAsterisk={false}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
        </div>
        {preview && (
          <section className={classes.preview} aria-label={`Preview of ${label.toLowerCase()}`}>
            {value.trim() === "" ? (
              <p className={classes.nothing}>Nothing to preview yet.</p>
            ) : (
              <Markdown content={withoutPlaceholders(value)} />
            )}
            {props.alsoInPreview}
          </section>
        )}
      </div>
      {uploads && <UploadRows uploads={uploads} place="text" />}
    </Input.Wrapper>
  );
}
