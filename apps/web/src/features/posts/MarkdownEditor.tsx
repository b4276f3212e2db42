import { ActionIcon, Input, Textarea, Tooltip } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconItalic,
  IconLink,
  IconList,
  IconMathFunction,
  type TablerIcon,
} from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, type Ref, useId, useRef } from "react";
import { applyMark, type Mark } from "./editing.ts";
import classes from "./MarkdownEditor.module.css";

const TOOLS: readonly { mark: Mark; label: string; Icon: TablerIcon; key?: string }[] = [
  { mark: "bold", label: "Bold", Icon: IconBold, key: "b" },
  { mark: "italic", label: "Italic", Icon: IconItalic, key: "i" },
  { mark: "code", label: "Code", Icon: IconCode, key: "e" },
  { mark: "link", label: "Link", Icon: IconLink },
  { mark: "list", label: "List", Icon: IconList },
  { mark: "quote", label: "Quote", Icon: IconBlockquote },
  { mark: "math", label: "Formula", Icon: IconMathFunction },
];

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
}

/** A text field for Markdown with a toolbar. Marks go in as typed text, so that undo takes them back. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { label, value, onChange, error, placeholder, maxLength, minRows = 8, required = false } = props;
  const own = useRef<HTMLTextAreaElement>(null);
  const ref = useMergedRef(own, props.ref);
  const id = useId();

  function mark(kind: Mark) {
    const area = own.current;
    if (!area) return;
    const change = applyMark(kind, { text: area.value, start: area.selectionStart, end: area.selectionEnd });
    area.focus();
    area.setSelectionRange(change.from, change.to);
    // Deprecated, and still the only way into the browser's undo history; where it is refused the value is set instead.
    if (!document.execCommand("insertText", false, change.insert)) {
      onChange(area.value.slice(0, change.from) + change.insert + area.value.slice(change.to));
    }
    requestAnimationFrame(() => area.setSelectionRange(change.start, change.end));
  }

  function shortcut(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const tool = TOOLS.find(({ key }) => key === event.key.toLowerCase());
    if (!tool) return;
    event.preventDefault();
    mark(tool.mark);
  }

  return (
    <Input.Wrapper id={id} label={label} error={error} required={required}>
      <div className={classes.editor} data-invalid={error ? true : undefined}>
        <div className={classes.tools} role="toolbar" aria-label="Formatting" aria-controls={id}>
          {TOOLS.map(({ mark: kind, label: name, Icon, key }) => (
            <Tooltip key={kind} label={key ? `${name} (Ctrl+${key.toUpperCase()})` : name}>
              <ActionIcon variant="subtle" color="gray" aria-label={name} onClick={() => mark(kind)}>
                <Icon size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          ))}
          <span className={classes.hint}>Markdown and LaTeX</span>
        </div>
        <Textarea
          ref={ref}
          id={id}
          variant="unstyled"
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
          onKeyDown={shortcut}
        />
      </div>
    </Input.Wrapper>
  );
}
