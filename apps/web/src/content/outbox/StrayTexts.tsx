import { Button, CopyButton } from "@mantine/core";
import { Page } from "../../components/Page.tsx";
import { useSession } from "../../lib/session.ts";
import { removeWaiting } from "./outbox.ts";
import { useStray } from "./useWaiting.ts";
import classes from "./WaitingTexts.module.css";
import { WaitingList } from "./WaitingTexts.tsx";

interface StrayTextsProps {
  readonly postId: string;
  /** Without the post, so that it needs a container of its own. */
  readonly isAlone?: boolean;
}

/** The full text of waiting answers and comments whose form isn't on the page, to copy or discard. Renders nothing without any. */
export function StrayTexts({ postId, isAlone = false }: StrayTextsProps) {
  const { user } = useSession();
  const texts = useStray(user?.id, postId);
  if (!user || texts.length === 0) return null;
  const section = (
    <section className={classes.stray}>
      <h2>Not posted yet</h2>
      <WaitingList texts={texts}>
        {({ id, input }, isSending) => (
          <>
            <p className={classes.whole} dir="auto">
              {input.content}
            </p>
            <CopyButton value={input.content} timeout={2000}>
              {({ copied, copy }) => (
                <Button variant="subtle" color="gray" size="compact-sm" onClick={copy}>
                  {copied ? "Copied" : "Copy text"}
                </Button>
              )}
            </CopyButton>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              disabled={isSending}
              onClick={() => removeWaiting(user.id, id)}
            >
              Discard it
            </Button>
          </>
        )}
      </WaitingList>
    </section>
  );
  return isAlone ? <Page width="column">{section}</Page> : section;
}
