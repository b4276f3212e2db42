import type { PublicUser } from "@bbux/contract";
import { Button, FileButton, Loader } from "@mantine/core";
import { IconCamera } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { Avatar } from "../../components/Avatar.tsx";
import { patchUser } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./PictureUpload.module.css";
import { pictureProblem, sendPicture } from "./picture.ts";

interface PictureUploadProps {
  readonly member: Pick<PublicUser, "username" | "profilePicture">;
  readonly size: number;
}

/**
 * The member's own picture and how to change it: the new one shows immediately under an overlay while it uploads; on
 * failure the previous one returns with the reason.
 */
export function PictureUpload({ member, size }: PictureUploadProps) {
  const utils = trpc.useUtils();
  const [chosen, setChosen] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const forget = useRef<() => void>(null);

  async function upload(file: File | null) {
    if (!file) return;
    // So that the same file can be chosen again.
    forget.current?.();
    const problem = pictureProblem(file);
    setFault(problem);
    if (problem) return;
    const preview = URL.createObjectURL(file);
    setChosen(preview);
    try {
      const profilePicture = await sendPicture(file);
      patchUser({ profilePicture, avatar: profilePicture });
      // Shown until the page has the new one, so that the old one doesn't flash.
      await utils.invalidate();
    } catch (error) {
      setFault(error instanceof Error ? error.message : "Failed to upload profile picture");
    } finally {
      setChosen(null);
      URL.revokeObjectURL(preview);
    }
  }

  return (
    <div>
      <div className={classes.frame} style={{ width: size, height: size }}>
        <Avatar username={member.username} picture={chosen ?? member.profilePicture} size={size} />
        {chosen && (
          <div className={classes.overlay} role="status" data-testid="picture-overlay">
            <Loader size={28} color="#fff" aria-hidden="true" />
            <span className="visually-hidden">Uploading your picture</span>
          </div>
        )}
        <FileButton
          accept="image/*"
          onChange={(file) => void upload(file)}
          resetRef={forget}
          disabled={chosen !== null}
        >
          {(props) => (
            <Button
              {...props}
              className={classes.change}
              variant="default"
              aria-label={member.profilePicture ? "Change your picture" : "Add a picture"}
              title={member.profilePicture ? "Change your picture" : "Add a picture"}
            >
              <IconCamera size={18} stroke={1.6} aria-hidden="true" />
            </Button>
          )}
        </FileButton>
      </div>
      {fault && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
