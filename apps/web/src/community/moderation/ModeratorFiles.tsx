import { lazy, type ReactNode } from "react";
import { FileTools } from "../../components/MemberFile.tsx";
import { useJudge } from "./useModeration.ts";

const RemovableFile = lazy(() => import("./RemovableFile.tsx"));

/** Lets moderators remove the pictures and videos on this part of the page. Loads nothing for anyone else. */
export function ModeratorFiles({ children }: { children: ReactNode }) {
  const { role } = useJudge();
  return <FileTools value={role === "user" ? null : RemovableFile}>{children}</FileTools>;
}
