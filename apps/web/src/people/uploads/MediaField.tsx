import { LIMITS } from "@bbux/contract";
import { ActionIcon, Button, FileButton, Input, Tooltip } from "@mantine/core";
import { IconArrowLeft, IconArrowRight, IconFile, IconPhotoPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { FormError } from "../../components/FormError.tsx";
import { ACCEPTED } from "./file.ts";
import { type MediaDraft, moved } from "./media.ts";
import { ScreenRecorder } from "./ScreenRecorder.tsx";
import classes from "./Uploads.module.css";

/** Receives an error of a recording, and null when it is resolved. */
export interface AboutRecording {
  readonly isScreenRecording: true;
  readonly onFailed: () => void;
  readonly onGone: () => void;
}

const FAILED = "Failed to upload screen recording";

interface MediaFieldProps {
  readonly value: readonly MediaDraft[];
  readonly onChange: (value: MediaDraft[]) => void;
  /** Files to upload; finished ones are added to `value`. */
  readonly onFiles: (files: File[], about?: AboutRecording) => void;
  /** How many may still be added. */
  readonly room: number;
  /** Something is being dragged over the form. */
  readonly dragging: boolean;
  readonly error?: ReactNode;
  /** Running uploads. */
  readonly children?: ReactNode;
}

/** Images and videos of a text: picked, dropped, pasted or recorded; can be reordered and removed. */
export function MediaField({ value, onChange, onFiles, room, dragging, error, children }: MediaFieldProps) {
  const [said, setSaid] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);

  function remove(index: number) {
    onChange(value.toSpliced(index, 1));
    // Its button is gone too, so the focus moves to the next one.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLButtonElement>("[data-remove]");
      (buttons?.[Math.min(index, buttons.length - 1)] ?? add.current)?.focus();
    });
  }

  return (
    <Input.Wrapper label="Images and videos" labelElement="div" error={error}>
      <div className={classes.field} data-dragging={dragging || undefined}>
        {value.length > 0 && (
          <ul className={classes.tiles} aria-label="Attached media" ref={list}>
            {value.map((item, index) => (
              <li key={item.key} className={classes.tile}>
                <Shown item={item} number={index + 1} />
                <div className={classes.tools}>
                  <span className={classes.kind}>{nameOf(item)}</span>
                  {value.length > 1 && (
                    <>
                      <Tool
                        label={`Move ${numbered(item, index)} to the front`}
                        off={index === 0}
                        onClick={() => onChange(moved(value, item.key, -1))}
                      >
                        <IconArrowLeft size={16} aria-hidden />
                      </Tool>
                      <Tool
                        label={`Move ${numbered(item, index)} to the back`}
                        off={index === value.length - 1}
                        onClick={() => onChange(moved(value, item.key, 1))}
                      >
                        <IconArrowRight size={16} aria-hidden />
                      </Tool>
                    </>
                  )}
                  <Tool label={`Remove ${numbered(item, index)}`} onClick={() => remove(index)} data-remove>
                    <IconTrash size={16} aria-hidden />
                  </Tool>
                </div>
              </li>
            ))}
          </ul>
        )}
        {children}
        <FormError message={said} />
        <div className={classes.actions}>
          <FileButton accept={ACCEPTED.any} multiple onChange={(files) => onFiles(files)}>
            {(props) => (
              <Button
                {...props}
                ref={add}
                variant="default"
                size="xs"
                disabled={room <= 0}
                leftSection={<IconPhotoPlus size={16} aria-hidden />}
              >
                Add files
              </Button>
            )}
          </FileButton>
          {room > 0 && (
            <ScreenRecorder
              onSay={setSaid}
              onRecorded={(video) =>
                onFiles([video], {
                  isScreenRecording: true,
                  onFailed: () => setSaid(FAILED),
                  onGone: () => setSaid((present) => (present === FAILED ? null : present)),
                })
              }
            />
          )}
          <p className={classes.hint}>
            {room <= 0 ? (
              `${LIMITS.media} are the most that a post can have.`
            ) : (
              <>
                <span className={classes.pointer}>Drop or paste them here. </span>
                Images up to 50 MB, videos up to 100 MB.
              </>
            )}
          </p>
        </div>
      </div>
    </Input.Wrapper>
  );
}

function nameOf({ type, isScreenRecording }: MediaDraft): string {
  if (isScreenRecording) return "Recording";
  if (type === "IMAGE") return "Image";
  return type === "VIDEO" ? "Video" : "File";
}

function numbered(item: MediaDraft, index: number): string {
  return `${nameOf(item)} ${index + 1}`;
}

function Shown({ item, number }: { item: MediaDraft; number: number }) {
  const [broken, setBroken] = useState(false);
  const label = numbered(item, number - 1);
  const picture = item.type === "IMAGE" ? (item.thumbnailUrl ?? item.url) : item.thumbnailUrl;
  if (item.type === "VIDEO") {
    return (
      <video
        className={classes.frame}
        src={item.url}
        controls
        preload={picture ? "none" : "metadata"}
        aria-label={label}
        {...(picture && { poster: picture })}
      />
    );
  }
  if (!picture || broken) {
    return (
      <span className={classes.frame}>
        <IconFile size={24} aria-label={label} />
      </span>
    );
  }
  return (
    <img
      className={classes.frame}
      src={picture}
      alt={label}
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}

interface ToolProps {
  readonly label: string;
  readonly off?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
  readonly "data-remove"?: boolean;
}

/** A button at the end of the list stays enabled, so that the keyboard user keeps the focus. */
function Tool({ label, off = false, onClick, children, ...rest }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={label}
        aria-disabled={off || undefined}
        data-disabled={off || undefined}
        onClick={() => !off && onClick()}
        {...rest}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
