import type { SuspenseItem } from "@bbux/contract";
import { Radio, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { bbux, fixedAmount, unitsOf } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { ReasonDialog } from "../../components/ReasonDialog.tsx";
import { fieldErrors } from "../../lib/errors.ts";
import { useIntentKey } from "../../lib/intent.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";

interface ResolveDialogProps {
  readonly item: SuspenseItem;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onExited: (resolved: boolean) => void;
}

/**
 * Credits an unclaimed deposit to a member, or books it as the operator's float, unless another admin has to name the same. Neither can
 * be undone here.
 */
export function ResolveDialog({ item, opened, onClose, onExited }: ResolveDialogProps) {
  const utils = trpc.useUtils();
  const intent = useIntentKey();
  const { user } = useSession();
  const theirs = item.approvals.find(({ username: by, counts }) => counts && by !== user?.username);
  const [to, setTo] = useState<"member" | "float">(theirs?.member === null ? "float" : "member");
  const [username, setUsername] = useState(theirs?.member ?? "");
  const [resolved, setResolved] = useState(false);
  const resolve = trpc.admin.resolveSuspense.useMutation({
    trpc: intent,
    onSuccess: async ({ missing }, { username: name }) => {
      void utils.admin.money.invalidate();
      void utils.admin.stats.invalidate();
      void utils.admin.audit.invalidate();
      await utils.admin.suspense.invalidate();
      notifySuccess(messageOf(missing, name));
      setResolved(true);
      onClose();
    },
  });
  const units = unitsOf(item.amount);
  const name = username.trim();
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      onExited={() => onExited(resolved)}
      title="Whose is this deposit?"
      consequences={[
        consequenceOf({ to, name, units, waits: item.takesTwo && !theirs }),
        "This can't be undone, and is recorded in the audit log.",
      ]}
      label="How you found out"
      max={500}
      missing="Please say why"
      submit={to === "member" ? "Give to the member" : "Record as float"}
      danger
      problem={() => (to === "member" && name === "" ? "Please name the member" : null)}
      call={resolve}
      fallback="We couldn't resolve the deposit"
      onSubmit={(reason) => resolve.mutate({ id: item.id, username: to === "member" ? name : null, reason })}
    >
      <Stack gap="md">
        <p>
          <Amount value={units} fixed exact unit="SOL" />
        </p>
        <Radio.Group
          label="It belongs to"
          value={to}
          onChange={(value) => setTo(value === "float" ? "float" : "member")}
        >
          <Stack gap={8} mt={6}>
            <Radio value="member" label="A member" />
            <Radio
              value="float"
              label="The operator"
              description="For money that someone paid in for the platform itself."
            />
          </Stack>
        </Radio.Group>
        {to === "member" && (
          <TextInput
            label="Username"
            data-autofocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            required
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
            error={fieldErrors(resolve.error).username}
          />
        )}
      </Stack>
    </ReasonDialog>
  );
}

/** Says what follows from the choice: immediately, or after another admin's approval of the same. */
function consequenceOf(choice: { to: "member" | "float"; name: string; units: bigint; waits: boolean }): string {
  const { to, name, units, waits } = choice;
  const amount = bbux(units, { exact: true });
  const sol = fixedAmount(units, { exact: true, unit: "SOL" });
  if (to === "float") {
    return waits
      ? `Once a second admin approves the same, ${sol} become the operator's own float, which pays network fees.`
      : `${sol} become the operator's own float, which pays network fees.`;
  }
  return waits
    ? `Once a second admin approves the same, the member gets ${amount} and can spend or sell it.`
    : `${name || "The member"} gets ${amount} immediately and can spend or sell it.`;
}

function messageOf(missing: number, name: string | null): string {
  if (missing > 0) return "Approved. One more admin needs to approve it.";
  return name === null ? "Recorded as the operator's float" : `Given to ${name}`;
}
