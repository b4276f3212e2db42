import { CodeBlock } from "../../components/CodeBlock.tsx";
import { mediaOf } from "../../people/uploads/index.ts";
import { MediaGrid } from "./MediaGrid.tsx";
import type { Written } from "./postDraft.ts";

/** The code and media below a text. */
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
