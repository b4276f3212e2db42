import type { AdminUser, Role } from "@bbux/contract";
import { Button, Group, Modal, NativeSelect, Stack } from "@mantine/core";
import { useState } from "react";
import { FormError } from "../../components/FormError.tsx";
import { codeOf, hintOf, messageOf } from "../../lib/errors.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { oneOf } from "../../lib/searchParams.ts";
import { refresh, useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Admin.module.css";
import { ROLES } from "./admin.search.ts";
import { ROLE_LABELS, ROLE_NEWS } from "./roleLabels.ts";

const FAILED = "Failed to update user role";

/** A member's role, changed immediately; a change to or from admin asks for confirmation first. */
export function RoleSelect({ user }: { user: AdminUser }) {
  const { user: me } = useSession();
  const utils = trpc.useUtils();
  const [asked, setAsked] = useState<Role | null>(null);
  const [opened, setOpened] = useState(false);
  const own = me?.id === user.id;
  const set = trpc.admin.setRole.useMutation({
    onSuccess: async (_done, { role }) => {
      notifySuccess(ROLE_NEWS[role].now(user.username));
      setOpened(false);
      void utils.admin.stats.invalidate();
      void utils.admin.audit.invalidate();
      await utils.admin.users.invalidate();
      if (own) await refresh();
    },
  });

  function choose(role: Role | undefined) {
    if (!role || role === user.role) return;
    set.reset();
    if (role === "admin" || user.role === "admin") {
      setAsked(role);
      setOpened(true);
    } else set.mutate({ id: user.id, role });
  }

  // The sentence is fixed; the server's text follows it.
  const said = set.error && codeOf(set.error) !== null ? messageOf(set.error) : null;
  const hint = set.error ? [said, hintOf(set.error)].filter((part) => part !== null).join(" ") || null : null;
  const wanted = set.isPending ? set.variables.role : user.role;
  return (
    <div className={classes.role}>
      <NativeSelect
        size="xs"
        aria-label={`Role of ${user.username}`}
        data={ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))}
        value={wanted}
        disabled={set.isPending}
        onChange={(event) => choose(oneOf(ROLES, event.currentTarget.value))}
      />
      {!opened && <FormError message={set.error ? FAILED : null} hint={hint} />}
      {asked && (
        <Modal
          opened={opened}
          onClose={set.isPending ? () => undefined : () => setOpened(false)}
          onExitTransitionEnd={() => setAsked(null)}
          title={
            asked === "admin"
              ? `Make ${user.username} an admin?`
              : own
                ? "Take the admin role from yourself?"
                : `Take the admin role from ${user.username}?`
          }
          closeButtonProps={{ "aria-label": "Close" }}
        >
          <Stack gap="md">
            <p>{consequence(user.username, asked, own)}</p>
            <FormError message={set.error ? FAILED : null} hint={hint} />
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={() => setOpened(false)} disabled={set.isPending} data-autofocus>
                Cancel
              </Button>
              <Button color="red" loading={set.isPending} onClick={() => set.mutate({ id: user.id, role: asked })}>
                {asked === "admin" ? "Make admin" : "Take away"}
              </Button>
            </Group>
          </Stack>
        </Modal>
      )}
    </div>
  );
}

function consequence(username: string, role: Role, own: boolean): string {
  if (role === "admin") {
    return `${username} will be able to do everything here: change roles, stop withdrawals, assign deposits, set fees.`;
  }
  return own ? ROLE_NEWS[role].own : ROLE_NEWS[role].lost(username);
}
