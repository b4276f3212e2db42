import { Button, Group, Modal, Stack } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { keepVote } from "./keptVote.ts";
import { pageOf } from "./useKeptVotePage.ts";
import type { VoteTarget } from "./voteCache.ts";

interface SignInToVoteProps {
  readonly target: VoteTarget;
  readonly arrow: 1 | -1;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks a visitor who pressed an arrow to sign in, and keeps the vote until then. */
export function SignInToVote({ target, arrow, opened, onClose }: SignInToVoteProps) {
  const here = useLocation({ select: ({ href }) => href });
  const page = useLocation({ select: pageOf });
  return (
    <Modal opened={opened} onClose={onClose} title="Sign in to vote" closeButtonProps={{ "aria-label": "Close" }}>
      <Stack gap="md">
        <p>We'll bring you back here and cast your vote once you've signed in.</p>
        <Group justify="flex-end">
          <Button
            data-autofocus
            renderRoot={(props) => (
              <Link
                to="/login"
                search={{ redirectTo: here }}
                onClick={() => keepVote(target, arrow, page)}
                {...props}
              />
            )}
          >
            Sign in
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
