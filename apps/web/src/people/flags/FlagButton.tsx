import type { FlagTarget } from "@bbux/contract";
import { ActionIcon, Button } from "@mantine/core";
import { IconFlag } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useSession, wasSignedIn } from "../../lib/session.ts";

// Loaded on demand, because few readers flag anything.
const FlagDialog = lazy(async () => ({ default: (await import("./FlagDialog.tsx")).FlagDialog }));

const NAMES: Record<FlagTarget, string> = {
  post: "Flag post",
  answer: "Flag answer",
  comment: "Flag comment",
  message: "Flag message",
  user: "Flag member",
};

interface FlagButtonProps {
  readonly target: { readonly type: FlagTarget; readonly id: string };
  /** The author, because nobody flags their own content. */
  readonly authorId: string;
  /** An icon alone, or with its text. */
  readonly word?: boolean;
}

/** Reports content to moderators. For members, about what others wrote. */
export function FlagButton({ target, authorId, word = false }: FlagButtonProps) {
  const { user, loading } = useSession();
  // Stays mounted once opened, so that the dialog can fade out.
  const [dialog, setDialog] = useState<"never" | "open" | "closed">("never");
  // Until the session is known, reserves the space of last time, so that nothing moves.
  const unknown = loading && wasSignedIn();
  if (!unknown && (!user || user.id === authorId || user.suspended)) return null;
  const open = () => setDialog("open");
  const name = NAMES[target.type];
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
          <FlagDialog target={target} opened={dialog === "open"} onClose={() => setDialog("closed")} />
        </Suspense>
      )}
    </>
  );
}
