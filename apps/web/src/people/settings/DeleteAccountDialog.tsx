import { Button, Checkbox, Group, Modal, Stack } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { bbux } from "../../components/Amount.format.ts";
import { FormError } from "../../components/FormError.tsx";
import { codeOf, factsAbout, hintOf, messageOf } from "../../lib/errors.ts";
import { useIntentKey } from "../../lib/intent.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { setUser } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { PasswordField, useHasPassword } from "../accounts/index.ts";
import { leftBalance, openBountyPost } from "./deletion.ts";
import classes from "./Settings.module.css";

/** Asks for the password, if there is one, and says what is deleted and what stays, before an account is closed for good. */
export function DeleteAccountDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [password, setPassword] = useState("");
  const [forfeit, setForfeit] = useState(false);
  const [balance, setBalance] = useState<bigint | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const { hasPassword, needsPassword } = useHasPassword(opened);
  const navigate = useNavigate();
  const intent = useIntentKey();
  const remove = trpc.auth.deleteAccount.useMutation({
    trpc: intent,
    onSuccess: async () => {
      notifySuccess("Your account has been deleted");
      await navigate({ to: "/" });
      setUser(null);
    },
    onError: (error) => setBalance((known) => leftBalance(codeOf(error), factsAbout(error)) ?? known),
  });
  const busy = remove.isPending || remove.isSuccess;
  const code = codeOf(remove.error);
  const wrong = code === "WRONG_PASSWORD" ? messageOf(remove.error) : missing;
  const blocking = code === "ACCOUNT_HAS_BOUNTIES" ? openBountyPost(factsAbout(remove.error)) : null;

  function begin() {
    remove.reset();
    setPassword("");
    setForfeit(false);
    setBalance(null);
    setMissing(null);
  }

  return (
    <Modal
      opened={opened}
      onClose={busy ? () => undefined : onClose}
      onExitTransitionEnd={begin}
      title="Delete your account?"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          const isMissing = needsPassword && password === "";
          setMissing(isMissing ? "Password is required" : null);
          if (!isMissing) remove.mutate({ ...(password !== "" && { password }), forfeitBalance: forfeit });
        }}
      >
        <Stack gap="md">
          <div className={classes.fate}>
            <p>
              <strong>What goes:</strong> your name, email, picture and profile, your bookmarks, notifications and
              settings, and every sign-in.
            </p>
            <p>
              <strong>What stays:</strong> your posts, answers, comments and votes, under a name that only says someone
              has left, and your entries in the books.
            </p>
            <p>You can't undo this.</p>
          </div>
          {hasPassword && (
            <PasswordField
              label="Your password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              error={wrong}
              data-autofocus
            />
          )}
          {balance !== null && (
            <Checkbox
              label={`Give the ${bbux(balance, { exact: true })} in this account to the treasury`}
              checked={forfeit}
              onChange={(event) => setForfeit(event.currentTarget.checked)}
            />
          )}
          <FormError
            message={
              remove.error && code !== "WRONG_PASSWORD" ? messageOf(remove.error, "Failed to delete account") : null
            }
            hint={remove.error ? hintOf(remove.error) : null}
            action={
              blocking ? (
                <Link to="/posts/$postId" params={{ postId: blocking }}>
                  Go to the post with the bounty
                </Link>
              ) : code === "ACCOUNT_HAS_STAKE" ? (
                <Link to="/governance">Go to your stake</Link>
              ) : null
            }
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={busy} disabled={balance !== null && !forfeit}>
              Delete for good
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
