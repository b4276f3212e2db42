import { ActionIcon, Button, Progress, Tooltip } from "@mantine/core";
import { IconPhoto, IconVideo, IconX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { kindOf, sizeText } from "./file.ts";
import { hasPicture, type Upload } from "./queue.ts";
import classes from "./Uploads.module.css";
import type { Uploads } from "./useUploads.ts";

/** Running and failed uploads, each with a way to cancel, retry or remove it. */
export function UploadRows({ uploads, place }: { uploads: Uploads; place: Upload["place"] }) {
  const { queue } = uploads;
  const list = uploads.list.filter((upload) => upload.place === place);
  if (list.length === 0) return null;
  return (
    <ul className={classes.rows} aria-label="Uploads">
      {list.map((upload) => (
        <Row
          key={upload.key}
          upload={upload}
          onRetry={() => queue.retry(upload.key)}
          onRemove={() => queue.remove(upload.key)}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  readonly upload: Upload;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
}

function Row({ upload, onRetry, onRemove }: RowProps) {
  const { file, state, progress, error, retryable, isScreenRecording } = upload;
  const name = isScreenRecording ? "Screen recording" : file.name;
  const failed = state === "failed";
  const verb = failed ? "Remove" : "Cancel";
  return (
    <li className={classes.row} data-failed={failed || undefined}>
      <Picture upload={upload} />
      <div className={classes.what}>
        <p className={classes.name}>
          <bdi title={name}>{name}</bdi>
          <span className={classes.figures}>{sizeText(file.size)}</span>
        </p>
        {failed ? (
          <p className={classes.error} role="alert">
            {error}
          </p>
        ) : (
          <>
            <Progress
              value={progress * 100}
              size={4}
              aria-label={`Upload of ${name}`}
              // The progress is indeterminate while the server processes it.
              animated={progress === 1}
            />
            <p className={classes.figures}>{stateText(upload)}</p>
          </>
        )}
      </div>
      {failed && isScreenRecording && <SaveLink file={file} />}
      {failed && retryable && (
        <Button variant="default" size="xs" onClick={onRetry} aria-label={`Try again: ${name}`}>
          Try again
        </Button>
      )}
      <Tooltip label={verb}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={failed ? `Remove upload of ${name}` : `Cancel upload of ${name}`}
          onClick={onRemove}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}

function stateText({ state, progress }: Upload): string {
  if (state === "waiting") return "Waiting to upload";
  return progress === 1 ? "Being processed…" : `${Math.floor(progress * 100)}%`;
}

/** A recording can't be picked again, so one that fails to upload can be saved. */
function SaveLink({ file }: { file: File }) {
  const address = useAddress(file);
  return (
    address && (
      <Button variant="default" size="xs" component="a" href={address} download={file.name}>
        Save it
      </Button>
    )
  );
}

function Picture({ upload }: { upload: Upload }) {
  const address = useAddress(hasPicture(upload) ? upload.file : null);
  const [broken, setBroken] = useState(false);
  const Sign = kindOf(upload.file) === "VIDEO" ? IconVideo : IconPhoto;
  return (
    <span className={classes.picture} aria-hidden>
      {address && !broken ? <img src={address} alt="" onError={() => setBroken(true)} /> : <Sign size={20} />}
    </span>
  );
}

/** Returns an object URL of the file while it is shown. */
function useAddress(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
