import { SECURITY } from "@bbux/contract";
import { Button, Checkbox, Group, Modal, Stack } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { bbux } from "../../components/Amount.format.ts";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { codeOf, factsAbout, hintOf, messageOf } from "../../lib/errors.ts";
import { ignoreEnter } from "../../lib/ignoreEnter.ts";
import { useIntentKey } from "../../lib/intent.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { setUser } from "../../lib/session.ts";
import { timeText } from "../../lib/time.ts";
import { trpc } from "../../lib/trpc.ts";
import { filledIn, KnownUsername, PasswordField, useHasPassword } from "../accounts/index.ts";
import { leftBalance, openBountyPost } from "./deletion.ts";
import classes from "./Settings.module.css";

const needsCode = (error: unknown) => codeOf(error) === "SECOND_FACTOR_REQUIRED";

/** Asks for the password, if there is one, and says what is deleted and what stays, before an account is closed for good. */
export function DeleteAccountDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [forfeit, setForfeit] = useState(false);
  const [balance, setBalance] = useState<bigint | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const { hasPassword, needsPassword } = useHasPassword(opened);
  const navigate = useNavigate();
  const intent = useIntentKey();
  const prove = trpc.auth.stepUp.useMutation();
  const remove = trpc.auth.deleteAccount.useMutation({
    trpc: intent,
    onSuccess: async ({ closesAt }) => {
      notifySuccess(
        closesAt === null
          ? "Your account has been deleted"
          : `Your account closes on ${timeText(closesAt, "exact")}. To keep it, set a new password before then, or use the link in our email.`,
      );
      await navigate({ to: "/" });
      setUser(null);
    },
    onError: (error) => setBalance((known) => leftBalance(codeOf(error), factsAbout(error)) ?? known),
  });
  const busy = prove.isPending || remove.isPending || remove.isSuccess;
  const fault = needsCode(prove.error) ? remove.error : (prove.error ?? remove.error);
  const code = codeOf(fault);
  const wrong = code === "WRONG_PASSWORD" ? messageOf(fault) : missing;
  const blocking = code === "ACCOUNT_HAS_BOUNTIES" ? openBountyPost(factsAbout(fault)) : null;

  /** What was typed is the fresh proof of a member without a second factor; others are asked for a code. */
  async function close(password: string) {
    remove.reset();
    const given = password === "" ? {} : { password };
    const proved = given.password === undefined || (await prove.mutateAsync({ ...given }).then(() => true, needsCode));
    if (proved) remove.mutate({ ...given, forfeitBalance: forfeit });
  }

  function submit({ currentTarget }: FormEvent<HTMLFormElement>) {
    if (busy) return;
    const password = filledIn(currentTarget, "password");
    const isMissing = needsPassword && password === "";
    setMissing(isMissing ? "Password is required" : null);
    if (!isMissing) void close(password);
  }

  function begin() {
    prove.reset();
    remove.reset();
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
      <CheckedForm onKeyDown={ignoreEnter} onSubmit={submit}>
        <KnownUsername />
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
            {balance === null ? (
              <p>
                <strong>When:</strong> immediately, and you can't undo it. If you have a role, {SECURITY.closingPoints}{" "}
                points of reputation, a balance that changed recently, or flagged content, it closes in{" "}
                {SECURITY.closingDays} days instead. Until then, you can keep it with the link we email you.
              </p>
            ) : (
              <p>
                <strong>When:</strong> in {SECURITY.closingDays} days. Everyone is signed out immediately, and anything
                that arrives before then goes to the treasury, too. You can keep your account by setting a new password
                before then, or with the link we email you.
              </p>
            )}
          </div>
          {hasPassword && (
            <PasswordField
              label="Your password"
              name="password"
              autoComplete="current-password"
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
            message={fault && code !== "WRONG_PASSWORD" ? messageOf(fault, "Failed to delete account") : null}
            hint={fault ? hintOf(fault) : null}
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
      </CheckedForm>
    </Modal>
  );
}
