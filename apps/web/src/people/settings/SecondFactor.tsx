import { Button, Group, Skeleton } from "@mantine/core";
import { useState } from "react";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { FormError } from "../../components/FormError.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { hintOf, messageOf } from "../../lib/errors.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import classes from "./Settings.module.css";
import { TotpSetup } from "./TotpSetup.tsx";

/** The authenticator app and its recovery codes. @param onReady called once an app is set up and its codes are kept */
export function SecondFactor({ onReady }: { onReady?: () => void }) {
  const utils = trpc.useUtils();
  const known = trpc.factors.list.useQuery();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const again = () => utils.factors.list.invalidate();
  const begin = trpc.factors.beginTotp.useMutation();
  const remove = trpc.factors.remove.useMutation({
    onSuccess: () => notifySuccess("Authenticator app removed"),
    onSettled: again,
  });
  const renew = trpc.factors.regenerateRecoveryCodes.useMutation({
    onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
    onSettled: again,
  });
  const fault = begin.error ?? remove.error ?? renew.error;
  const [app] = known.data?.factors ?? [];
  function kept() {
    setCodes(null);
    onReady?.();
  }
  return (
    <section className={classes.part} aria-labelledby="second-factor">
      <h2 id="second-factor">Second factor</h2>
      <p>
        With an authenticator app, nobody can sign in with your password alone. You'll enter a code from the app when
        you sign in, and before you withdraw to a new address.
      </p>
      {known.isPending && <Skeleton height={36} width={220} aria-hidden />}
      {known.error && !known.data && (
        <ErrorBox
          error={known.error}
          fallback="Failed to load your second factor"
          onRetry={() => void known.refetch()}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onKept={kept} />}
      {begin.data && !app && !codes && (
        <TotpSetup
          secret={begin.data.secret}
          uri={begin.data.uri}
          onCancel={begin.reset}
          onConfirmed={(recoveryCodes) => {
            setCodes(recoveryCodes);
            begin.reset();
            void again();
          }}
        />
      )}
      {known.data && !app && !begin.data && !codes && (
        <Button onClick={() => begin.mutate()} loading={begin.isPending}>
          Set up an authenticator app
        </Button>
      )}
      {app && !codes && (
        <>
          <p>
            <strong>Authenticator app</strong>, <TimeAgo at={app.createdAt} prefix="set up " />.{" "}
            {plural(known.data?.recoveryCodesLeft ?? 0, ["# recovery code left", "# recovery codes left"])}.
          </p>
          <Group gap="sm">
            <Button variant="default" onClick={() => renew.mutate()} loading={renew.isPending}>
              Get new recovery codes
            </Button>
            <Button
              variant="default"
              color="red"
              onClick={() => remove.mutate({ id: app.id })}
              loading={remove.isPending}
            >
              Remove the app
            </Button>
          </Group>
        </>
      )}
      <FormError
        message={fault ? messageOf(fault, "Failed to change your second factor") : null}
        hint={fault ? hintOf(fault) : null}
      />
    </section>
  );
}
