import { LIMITS } from "@bbux/contract";
import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import {
  type AboutRecording,
  type MediaDraft,
  MediaField,
  UploadRows,
  type Uploads,
  useFileDrop,
  withMedia,
} from "../../people/uploads/index.ts";
import { CodeBlocksEditor, type FormProblems, MarkdownEditor, type Written } from "../editor/index.ts";
import { TagSelect } from "../tags/index.ts";
import classes from "./PostFields.module.css";
import { TagSuggestions } from "./TagSuggestions.tsx";

interface PostFieldsProps {
  readonly value: Written;
  readonly onChange: (part: Partial<Written>) => void;
  /** Media also change from outside the fields, when an upload ends. */
  readonly onMedia: (change: (present: readonly MediaDraft[]) => MediaDraft[]) => void;
  readonly uploads: Uploads;
  readonly problems: FormProblems;
  /** A new post needs a tag; an edit does not. */
  readonly tagsRequired: boolean;
  readonly contentPlaceholder?: string;
  /** What is shown under the title. */
  readonly underTitle?: ReactNode;
  /** What follows the code and media in the editor's preview; absent where a preview is shown beside the form. */
  readonly alsoInPreview?: ReactNode;
}

/** The fields of a post, for writing and editing. */
export function PostFields(props: PostFieldsProps) {
  const { value, onChange, onMedia, uploads, problems, tagsRequired, contentPlaceholder, alsoInPreview } = props;
  const length = Array.from(value.title).length;
  const coming = uploads.list.filter(({ place, state }) => place === "media" && state !== "failed").length;
  const room = LIMITS.media - value.media.length - coming;

  function upload(files: File[], about?: AboutRecording) {
    for (const file of files.slice(0, Math.max(room, 0))) {
      const onDone = (media: MediaDraft) => {
        onMedia((present) => withMedia(present, media));
        about?.onGone();
      };
      uploads.queue.add({ file, place: "media", onDone, ...about });
    }
  }

  const { dragging, handlers } = useFileDrop((files) => upload(files));
  return (
    <div className={classes.fields} {...handlers}>
      <div className={classes.counted}>
        <TextInput
          label="Title"
          placeholder="Your question in one sentence"
          required
          // Set on the field itself, because Mantine would put it on the wrapper.
          attributes={{ input: { dir: "auto" } }}
          maxLength={LIMITS.title}
          error={problems.title}
          value={value.title}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
        />
        <span className={classes.counter} aria-hidden>
          {length}/{LIMITS.title}
        </span>
        {props.underTitle}
      </div>
      <MarkdownEditor
        label="Content"
        required
        minRows={8}
        maxLength={LIMITS.content}
        error={problems.content}
        {...(contentPlaceholder && { placeholder: contentPlaceholder })}
        uploads={uploads}
        onVideos={(files) => upload(files)}
        alsoInPreview={alsoInPreview}
        previewBeside={alsoInPreview === undefined}
        blocks={
          <CodeBlocksEditor
            value={value.codeBlocks}
            onChange={(codeBlocks) => onChange({ codeBlocks })}
            {...(problems.codeBlocks && { errors: problems.codeBlocks })}
          />
        }
        blocksFail={problems.codeBlocks !== undefined}
        value={value.content}
        onChange={(content) => onChange({ content })}
      />
      <MediaField
        value={value.media}
        onChange={(media) => onChange({ media })}
        onFiles={upload}
        room={room}
        dragging={dragging}
        error={problems.media}
      >
        <UploadRows uploads={uploads} place="media" />
      </MediaField>
      <div className={classes.counted}>
        <TagSelect
          label="Tags"
          description={`Up to ${LIMITS.tagsHint} tags help the right people find it.`}
          required={tagsRequired}
          error={problems.tags}
          value={value.tags}
          onChange={(tags) => onChange({ tags })}
          offersProposal
        />
        <span className={classes.counter} data-over={value.tags.length > LIMITS.tagsHint}>
          {value.tags.length}/{LIMITS.tagsHint}
        </span>
        <TagSuggestions draft={value} chosen={value.tags} onAdd={(tag) => onChange({ tags: [...value.tags, tag] })} />
      </div>
    </div>
  );
}
