import { LANGUAGES, LIMITS } from "@bbux/contract";
import { ActionIcon, Button, Select, Textarea, TextInput, Tooltip } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { LANGUAGE_OPTIONS } from "../../components/CodeBlock.languages.ts";
import classes from "./CodeBlocksEditor.module.css";
import { type CodeDraft, newCodeDraft } from "./postDraft.ts";

interface CodeBlocksEditorProps {
  readonly value: readonly CodeDraft[];
  readonly onChange: (blocks: CodeDraft[]) => void;
  /** Errors by index. */
  readonly errors?: Readonly<Record<number, string>>;
}

/** The code blocks of a text: added, filled in and removed one by one. */
export function CodeBlocksEditor({ value, onChange, errors = {} }: CodeBlocksEditorProps) {
  const change = (key: string, part: Partial<CodeDraft>) =>
    onChange(value.map((block) => (block.key === key ? { ...block, ...part } : block)));

  return (
    // biome-ignore lint/a11y/useSemanticElements: each block is a fieldset already.
    <div className={classes.list} role="group" aria-label="Code blocks">
      {value.map((block, index) => (
        <fieldset key={block.key} className={classes.block}>
          <legend className="visually-hidden">Code block {index + 1}</legend>
          <div className={classes.head}>
            <Select
              aria-label={`Language of code block ${index + 1}`}
              data={LANGUAGE_OPTIONS}
              value={block.language}
              allowDeselect={false}
              searchable
              size="xs"
              w={140}
              onChange={(next) => {
                const language = LANGUAGES.find((known) => known === next);
                if (language) change(block.key, { language });
              }}
            />
            <TextInput
              className={classes.description}
              aria-label={`Description of code block ${index + 1}`}
              placeholder="What it is"
              size="xs"
              maxLength={LIMITS.codeDescription}
              value={block.description}
              onChange={(event) => change(block.key, { description: event.currentTarget.value })}
            />
            <Tooltip label="Remove code block">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove code block ${index + 1}`}
                onClick={() => onChange(value.filter((other) => other.key !== block.key))}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </div>
          <Textarea
            aria-label={`Code of code block ${index + 1}`}
            classNames={{ input: classes.code ?? "" }}
            placeholder="Paste your code"
            autosize
            minRows={4}
            maxRows={20}
            maxLength={LIMITS.code}
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            error={errors[index]}
            value={block.code}
            onChange={(event) => change(block.key, { code: event.currentTarget.value })}
          />
        </fieldset>
      ))}
      {value.length < LIMITS.codeBlocks && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onChange([...value, newCodeDraft()])}
          >
            Add code block
          </Button>
        </div>
      )}
    </div>
  );
}
