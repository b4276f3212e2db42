import {
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
  EmojiPicker as Picker,
  type SkinTone,
} from "frimousse";
import { useState } from "react";
import classes from "./EmojiPicker.module.css";
import { emojiData } from "./emoji.data.ts";

const COLUMNS = 8;
const TONE = "bbux.chat.tone";
const TONES = ["none", "light", "medium-light", "medium", "medium-dark", "dark"] as const satisfies readonly SkinTone[];

/** Emojis by group or by name, in the last chosen skin tone. */
export default function EmojiPicker({ onChoose }: { onChoose: (emoji: string) => void }) {
  const [tone, setTone] = useState(lastTone);
  return (
    <Picker.Root
      className={classes.root}
      columns={COLUMNS}
      skinTone={tone}
      resolveEmojiData={emojiData}
      onEmojiSelect={({ emoji }) => onChoose(emoji)}
    >
      <div className={classes.top}>
        <Picker.Search className={classes.search} aria-label="Search emojis" placeholder="Search emojis" autoFocus />
        <Picker.SkinTone>
          {({ skinToneVariations }) => (
            <button
              type="button"
              className={classes.tone}
              aria-label={`Skin tone: ${tone === "none" ? "default" : tone}. Change`}
              title="Skin tone"
              onClick={() => {
                const next = TONES[(TONES.indexOf(tone) + 1) % TONES.length] ?? "none";
                setTone(next);
                keepTone(next);
              }}
            >
              {skinToneVariations.find(({ skinTone }) => skinTone === tone)?.emoji}
            </button>
          )}
        </Picker.SkinTone>
      </div>
      <Picker.Viewport className={classes.viewport}>
        <Picker.Loading className={classes.note}>Loading …</Picker.Loading>
        <Picker.Empty className={classes.note}>No emoji found</Picker.Empty>
        <Picker.List components={{ CategoryHeader, Row, Emoji }} />
      </Picker.Viewport>
    </Picker.Root>
  );
}

function CategoryHeader({ category, ...props }: EmojiPickerListCategoryHeaderProps) {
  return (
    <div className={classes.category} {...props}>
      {category.label}
    </div>
  );
}

/** The library counts from 0, ARIA from 1. */
const counted = (index: number | undefined) => (index === undefined ? undefined : index + 1);

function Row(props: EmojiPickerListRowProps) {
  return <div className={classes.row} {...props} {...{ "aria-rowindex": counted(props["aria-rowindex"]) }} />;
}

function Emoji({ emoji, ...props }: EmojiPickerListEmojiProps) {
  return (
    <button
      type="button"
      className={classes.emoji}
      title={emoji.label}
      {...props}
      {...{ "aria-colindex": counted(props["aria-colindex"]) }}
    >
      {emoji.emoji}
    </button>
  );
}

function lastTone(): (typeof TONES)[number] {
  try {
    const kept = localStorage.getItem(TONE);
    return TONES.find((tone) => tone === kept) ?? "none";
  } catch {
    return "none";
  }
}

function keepTone(tone: string): void {
  try {
    localStorage.setItem(TONE, tone);
  } catch {
    // Without storage the tone is chosen each time.
  }
}
