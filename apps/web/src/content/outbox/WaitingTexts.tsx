import { Button } from "@mantine/core";
import { type ReactNode, useSyncExternalStore } from "react";
import { cutExcerpt } from "../../components/cut.ts";
import { onWaiting, sendingNow, takeBack, type WaitingText } from "./outbox.ts";
import classes from "./WaitingTexts.module.css";

interface WaitingTextsProps {
  readonly userId: string;
  readonly texts: readonly WaitingText[];
  /** Puts the text back into its form. */
  readonly onTakeBack: (text: WaitingText) => void;
}

/** What is written and not posted yet, with the reason, and a way to take it back. Empty without any. */
export function WaitingTexts({ userId, texts, onTakeBack }: WaitingTextsProps) {
  return (
    <WaitingList texts={texts}>
      {(text, isSending) => (
        <>
          <p dir="auto">{cutExcerpt(text.input.content)}</p>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            disabled={isSending}
            onClick={() => {
              const taken = takeBack(userId, text.id);
              if (taken) onTakeBack(taken);
            }}
          >
            Take back
          </Button>
        </>
      )}
    </WaitingList>
  );
}

interface WaitingListProps {
  readonly texts: readonly WaitingText[];
  /** What is shown below the state of each. */
  readonly children: (text: WaitingText, isSending: boolean) => ReactNode;
}

/** The texts with their states. Empty without any. */
export function WaitingList({ texts, children }: WaitingListProps) {
  const sending = useSyncExternalStore(onWaiting, sendingNow);
  if (texts.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Waiting to be posted">
      {texts.map((text) => (
        <li key={text.id} className={classes.text}>
          <p className={classes.state} data-refused={text.problem !== null || undefined}>
            {text.problem === null
              ? "Waiting. We'll post this when you're back online."
              : `Not posted: ${text.problem}`}
          </p>
          {children(text, text.id === sending)}
        </li>
      ))}
    </ul>
  );
}
