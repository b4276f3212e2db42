import { LIMITS } from "@bbux/contract";
import { Input, TextInput } from "@mantine/core";
import { TagSelect } from "../tags/TagSelect.tsx";
import { CodeBlocksEditor } from "./CodeBlocksEditor.tsx";
import { MarkdownEditor } from "./MarkdownEditor.tsx";
import classes from "./PostFields.module.css";
import type { FormProblems, PostDraft } from "./postDraft.ts";

type Written = Pick<PostDraft, "title" | "content" | "tags" | "codeBlocks">;

interface PostFieldsProps {
  readonly value: Written;
  readonly onChange: (part: Partial<Written>) => void;
  readonly problems: FormProblems;
  /** A new post needs a tag; an edit does not (spec core §5). */
  readonly tagsRequired: boolean;
  readonly contentPlaceholder?: string;
}

/** What a post is made of, for writing and for editing. */
export function PostFields({ value, onChange, problems, tagsRequired, contentPlaceholder }: PostFieldsProps) {
  const length = Array.from(value.title).length;
  return (
    <>
      <div className={classes.counted}>
        <TextInput
          label="Title"
          placeholder="Your question in one sentence"
          required
          maxLength={LIMITS.title}
          error={problems.title}
          value={value.title}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
        />
        <span className={classes.counter} aria-hidden>
          {length}/{LIMITS.title}
        </span>
      </div>
      <MarkdownEditor
        label="Content"
        required
        minRows={8}
        maxLength={LIMITS.content}
        error={problems.content}
        {...(contentPlaceholder && { placeholder: contentPlaceholder })}
        value={value.content}
        onChange={(content) => onChange({ content })}
      />
      <Input.Wrapper label="Code blocks" labelElement="div">
        <CodeBlocksEditor
          value={value.codeBlocks}
          onChange={(codeBlocks) => onChange({ codeBlocks })}
          {...(problems.codeBlocks && { errors: problems.codeBlocks })}
        />
      </Input.Wrapper>
      <div className={classes.counted}>
        <TagSelect
          label="Tags"
          description={`Up to ${LIMITS.tagsHint} tags help the right people find it.`}
          required={tagsRequired}
          error={problems.tags}
          value={value.tags}
          onChange={(tags) => onChange({ tags })}
        />
        <span className={classes.counter} data-over={value.tags.length > LIMITS.tagsHint}>
          {value.tags.length}/{LIMITS.tagsHint}
        </span>
      </div>
    </>
  );
}
