import { IconPhotoOff } from "@tabler/icons-react";
import { type ComponentType, createContext, type ReactNode, Suspense, useContext } from "react";
import { trpc } from "../lib/trpc.ts";
import classes from "./MemberFile.module.css";

interface FileProps {
  readonly url: string;
  readonly children: ReactNode;
}

/** What surrounds pictures and videos by members, for moderators; null for everyone else. */
export const FileTools = createContext<ComponentType<FileProps> | null>(null);

/** A picture or video by a member, with what the page lets a moderator do about it. */
export function MemberFile({ url, children }: FileProps) {
  const Tools = useContext(FileTools);
  if (!Tools) return children;
  return (
    <Suspense fallback={children}>
      <Tools url={url}>{children}</Tools>
    </Suspense>
  );
}

/** In place of a file that failed to load: says so if a moderator removed it, or else shows the children. */
export function LostFile({ url, children }: FileProps) {
  const state = trpc.moderation.file.useQuery({ file: url });
  return state.data?.removed ? <RemovedFile /> : children;
}

export function RemovedFile() {
  return (
    <span className={classes.removed}>
      <IconPhotoOff size={18} aria-hidden />
      Removed by a moderator
    </span>
  );
}
