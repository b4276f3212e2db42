import { CodeBlock } from "../../components/CodeBlock.tsx";
import { mediaOf } from "../uploads/media.ts";
import { MediaGrid } from "./MediaGrid.tsx";
import type { Written } from "./postDraft.ts";

/** What follows the text of something that is being written: code and media, as far as they are there. */
export function Attached({ codeBlocks, media = [] }: Pick<Written, "codeBlocks"> & Partial<Pick<Written, "media">>) {
  return (
    <>
      {codeBlocks
        .filter(({ code }) => code.trim() !== "")
        .map(({ key, ...block }) => (
          <CodeBlock key={key} {...block} />
        ))}
      <MediaGrid media={mediaOf(media)} />
    </>
  );
}
