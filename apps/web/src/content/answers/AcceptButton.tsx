import { type Answer, isUnpaid, type Post } from "@bbux/contract";
import { Button, Group, Modal, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCheck } from "@tabler/icons-react";
import { bbux, unitsOf } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { authorName } from "../../components/author.ts";
import { useNow } from "../../components/TimeAgo.clock.ts";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { codeOf, factsAbout, serverText } from "../../lib/errors.ts";
import { useIntentKey } from "../../lib/intent.ts";
import { notifyError, notifySuccess } from "../../lib/notify.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { acceptHindrance, SeeRefund } from "../posts/index.ts";
import { mayAccept } from "./accepting.ts";
import { withAccepted } from "./order.ts";

/**
 * Lets the asker accept the answer. If that pays a bounty, the asker confirms first, because a payment can't be taken
 * back.
 */
export function AcceptButton({ answer, post }: { answer: Answer; post: Post }) {
  const { user } = useSession();
  const [confirming, dialog] = useDisclosure(false);
  const utils = trpc.useUtils();
  const intent = useIntentKey();
  const accept = trpc.answers.accept.useMutation({
    trpc: intent,
    onSuccess: () => {
      dialog.close();
      utils.answers.list.setData({ postId: post.id, page: 1 }, (list) =>
        list ? { ...list, answers: withAccepted(list.answers, answer.id) } : list,
      );
      if (pays) notifySuccess(`${authorName(answer.author.username)} has been paid`);
    },
    onError: (error) => {
      dialog.close();
      const message = refusalText(error);
      // biome-ignore lint/suspicious/noConsole: a failed accept is logged
      console.error(message);
      notifyError(message);
    },
    // Whatever happened, here or elsewhere, this shows the server's current state.
    onSettled: () => {
      void utils.posts.get.invalidate({ id: post.id });
      void utils.posts.participants.invalidate({ id: post.id });
      void utils.answers.list.invalidate({ postId: post.id });
      void utils.posts.list.invalidate();
      void utils.wallet.get.invalidate();
    },
  });
  const pays = isUnpaid(post) && post.reward > 0;
  const hindrance = acceptHindrance(post, useNow());
  if (!mayAccept(user?.id, post, answer)) return null;
  const send = () => accept.mutate({ postId: post.id, answerId: answer.id });

  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconCheck size={16} aria-hidden />}
        loading={accept.isPending}
        onClick={pays ? dialog.open : send}
      >
        Accept
      </Button>
      {hindrance !== null ? (
        <NotNow post={post} reason={hindrance} opened={confirming} onClose={dialog.close} />
      ) : (
        <Modal
          opened={confirming}
          onClose={accept.isPending ? () => undefined : dialog.close}
          title="Accept this answer?"
          closeButtonProps={{ "aria-label": "Close" }}
        >
          <Stack gap="md">
            <p>
              <Amount value={post.reward} /> is paid to <strong>{authorName(answer.author.username)}</strong>{" "}
              immediately. You can't undo this or accept another answer.
            </p>
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={dialog.close} disabled={accept.isPending} data-autofocus>
                Cancel
              </Button>
              <Button onClick={send} loading={accept.isPending}>
                {`Accept and pay ${bbux(unitsOf(post.reward), { exact: true })}`}
              </Button>
            </Group>
          </Stack>
        </Modal>
      )}
    </>
  );
}

/** The server's sentence, and until when payments are held. */
function refusalText(error: unknown): string {
  const message = serverText(error, "Failed to accept answer");
  const { until } = factsAbout(error);
  if (codeOf(error) !== "PAYMENTS_HELD" || typeof until !== "string") return message;
  return `${message} The hold ends on ${exactTime(until)}.`;
}

interface NotNowProps {
  readonly post: Post;
  readonly reason: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Why nothing can be accepted while a refund is being decided, with a link to it. */
function NotNow({ post, reason, opened, onClose }: NotNowProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="No answer can be accepted now"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Stack gap="md">
        <p>{reason}</p>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            Close
          </Button>
          {post.refund && <SeeRefund requestId={post.refund.id} />}
        </Group>
      </Stack>
    </Modal>
  );
}
