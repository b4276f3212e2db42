import { ActionIcon, Button, FileButton, Tooltip } from "@mantine/core";
import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconEye,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconMathFunction,
  IconPencil,
  IconPhoto,
  IconSourceCode,
  type TablerIcon,
} from "@tabler/icons-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { ACCEPTED } from "../../people/uploads/index.ts";
import type { Mark } from "./editing.ts";
import classes from "./MarkdownEditor.module.css";

const TOOLS: readonly { mark: Mark; label: string; Icon: TablerIcon; key?: string }[] = [
  { mark: "heading", label: "Heading", Icon: IconHeading },
  { mark: "bold", label: "Bold", Icon: IconBold, key: "b" },
  { mark: "italic", label: "Italic", Icon: IconItalic, key: "i" },
  { mark: "code", label: "Code", Icon: IconCode, key: "e" },
  { mark: "fence", label: "Code block", Icon: IconSourceCode },
  { mark: "link", label: "Link", Icon: IconLink },
  { mark: "list", label: "List", Icon: IconList },
  { mark: "numbers", label: "Numbered list", Icon: IconListNumbers },
  { mark: "quote", label: "Quote", Icon: IconBlockquote },
  { mark: "math", label: "Formula", Icon: IconMathFunction },
];

/** Returns the mark for a key pressed together with Ctrl or ⌘. */
export function markOfKey(key: string): Mark | undefined {
  return TOOLS.find((tool) => tool.key === key.toLowerCase())?.mark;
}

interface ToolbarProps {
  /** The id of the text field. */
  readonly controls: string;
  readonly onMark: (mark: Mark) => void;
  /** Inserts pictures into the text; absent where none are accepted. */
  readonly onImages: ((files: File[]) => void) | undefined;
  readonly preview: boolean;
  readonly onPreview: (preview: boolean) => void;
  /** On wide screens there is a preview beside the editor. */
  readonly beside: boolean;
}

/** A single tab stop; arrow keys move between the buttons. */
export function Toolbar({ controls, onMark, onImages, preview, onPreview, beside }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  function move(event: KeyboardEvent) {
    const all = Array.from(bar.current?.querySelectorAll<HTMLElement>("button:enabled") ?? []);
    const at = all.findIndex((button) => button.contains(document.activeElement));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (at === -1 || to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  }

  const place = (index: number) => ({ tabIndex: index === stop ? 0 : -1, onFocus: () => setStop(index) });
  // The preview has nothing to mark, so the way back is the only tab stop.
  const last = TOOLS.length + 1;
  return (
    <div
      ref={bar}
      className={classes.tools}
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      data-beside={beside || undefined}
      onKeyDown={move}
    >
      {TOOLS.map(({ mark, label, Icon, key }, index) => (
        <Tooltip key={mark} label={key ? `${label} (Ctrl+${key.toUpperCase()})` : label}>
          <ActionIcon
            {...place(index)}
            variant="subtle"
            color="gray"
            aria-label={label}
            disabled={preview}
            onClick={() => onMark(mark)}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
      {onImages && (
        <FileButton accept={ACCEPTED.image} multiple onChange={onImages}>
          {(props) => (
            <Tooltip label="Picture">
              <ActionIcon
                {...props}
                {...place(TOOLS.length)}
                variant="subtle"
                color="gray"
                aria-label="Picture"
                disabled={preview}
              >
                <IconPhoto size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </FileButton>
      )}
      <span className={classes.hint}>Markdown and LaTeX</span>
      <Button
        {...place(last)}
        {...(preview && { tabIndex: 0 })}
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-pressed={preview}
        aria-label="Preview"
        leftSection={preview ? <IconPencil size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
        onClick={() => onPreview(!preview)}
      >
        {preview ? "Write" : "Preview"}
      </Button>
    </div>
  );
}
