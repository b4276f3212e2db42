import type { FlagTarget } from "@bbux/contract";
import { ActionIcon, Button } from "@mantine/core";
import { IconFlag } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useSession, wasSignedIn } from "../../session.tsx";

// Few readers flag anything: the dialog comes when it is asked for.
const FlagDialog = lazy(async () => ({ default: (await import("./FlagDialog.tsx")).FlagDialog }));

interface FlagButtonProps {
  readonly target: { readonly type: FlagTarget; readonly id: string };
  /** What it is, in a word or two: `answer by ada`. */
  readonly what: string;
  /** Who wrote it: nobody flags their own. */
  readonly authorId: string;
  /** A sign alone, or with its word. */
  readonly word?: boolean;
}

/** Tells moderators of something that should not be here. For members, about what others wrote. */
export function FlagButton({ target, what, authorId, word = false }: FlagButtonProps) {
  const { user, loading } = useSession();
  // Stays once opened, so that the dialog can fade away.
  const [dialog, setDialog] = useState<"never" | "open" | "closed">("never");
  // Until it is known who is there, the place is kept for whom it was last time, so that nothing moves.
  const unknown = loading && wasSignedIn();
  if (!unknown && (!user || user.id === authorId || user.suspended)) return null;
  const open = () => setDialog("open");
  const name = `Flag ${what}`;
  return (
    <>
      {word ? (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconFlag size={16} stroke={1.6} aria-hidden />}
          aria-label={name}
          style={unknown ? { visibility: "hidden" } : undefined}
          onClick={open}
        >
          Flag
        </Button>
      ) : (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={30}
          className="reach"
          aria-label={name}
          title="Flag"
          style={unknown ? { visibility: "hidden" } : undefined}
          onClick={open}
        >
          <IconFlag size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      )}
      {dialog !== "never" && (
        <Suspense>
          <FlagDialog target={target} what={what} opened={dialog === "open"} onClose={() => setDialog("closed")} />
        </Suspense>
      )}
    </>
  );
}
