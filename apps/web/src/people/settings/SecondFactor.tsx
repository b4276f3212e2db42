import type { Factor } from "@bbux/contract";
import { Button, Group, Skeleton } from "@mantine/core";
import { useState } from "react";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { FormError } from "../../components/FormError.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { hintOf, messageOf } from "../../lib/errors.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { hasPasskeys } from "../../lib/passkeys.ts";
import { trpc } from "../../lib/trpc.ts";
import { FactorRow } from "./FactorRow.tsx";
import { PasskeySetup } from "./PasskeySetup.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import classes from "./Settings.module.css";
import { TotpSetup } from "./TotpSetup.tsx";

/** Passkeys, the authenticator app and recovery codes. @param onReady called once one is set up and its codes are kept */
export function SecondFactor({ onReady }: { onReady?: () => void }) {
  const utils = trpc.useUtils();
  const known = trpc.factors.list.useQuery();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const again = async () => {
    // A passkey is a way in, too.
    void utils.waysIn.list.invalidate();
    await utils.factors.list.invalidate();
  };
  const begin = trpc.factors.beginTotp.useMutation();
  const remove = trpc.factors.remove.useMutation({
    onSuccess: () => notifySuccess("Second factor removed"),
    onSettled: () => {
      void utils.auth.sessions.invalidate();
      return again();
    },
  });
  const renew = trpc.factors.regenerateRecoveryCodes.useMutation({
    onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
    onSettled: again,
  });
  const confirm = trpc.waysIn.confirm.useMutation({
    onSuccess: ({ recoveryCodes }) => {
      notifySuccess("Second factor confirmed");
      if (recoveryCodes.length > 0) setCodes(recoveryCodes);
      else onReady?.();
    },
    onSettled: again,
  });
  const fault = begin.error ?? remove.error ?? confirm.error ?? renew.error;
  const factors = known.data?.factors ?? [];
  const hasApp = factors.some(({ kind }) => kind === "totp");
  const isIdle = known.data && !codes && !isAdding && (hasApp || !begin.data);
  function done(recoveryCodes: readonly string[]) {
    setIsAdding(false);
    begin.reset();
    void again();
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    else onReady?.();
  }
  function kept() {
    setCodes(null);
    onReady?.();
  }
  return (
    <section className={classes.part} aria-labelledby="second-factor">
      <h2 id="second-factor">Second factor</h2>
      <p>
        With a passkey or an authenticator app, no one can sign in with only your password, wallet, or linked account.
        You'll use it when you sign in, and before you withdraw to a new address.
      </p>
      {known.isPending && <Skeleton height={36} width={220} aria-hidden />}
      {known.error && !known.data && (
        <ErrorBox
          error={known.error}
          fallback="Failed to load your second factor"
          onRetry={() => void known.refetch()}
        />
      )}
      <Factors
        factors={factors}
        removing={remove.isPending ? remove.variables.id : null}
        onRemove={remove.mutate}
        confirming={confirm.isPending ? confirm.variables.id : null}
        onConfirm={confirm.mutate}
      />
      {codes && <RecoveryCodes codes={codes} onKept={kept} />}
      {begin.data && !hasApp && !codes && (
        <TotpSetup secret={begin.data.secret} uri={begin.data.uri} onCancel={begin.reset} onConfirmed={done} />
      )}
      {isAdding && <PasskeySetup onCancel={() => setIsAdding(false)} onAdded={done} />}
      {isIdle && (
        <Group gap="sm">
          {hasPasskeys() && <Button onClick={() => setIsAdding(true)}>Add a passkey</Button>}
          {!hasApp && (
            <Button
              variant={hasPasskeys() ? "default" : "filled"}
              onClick={() => begin.mutate()}
              loading={begin.isPending}
            >
              Set up an authenticator app
            </Button>
          )}
        </Group>
      )}
      {isIdle && factors.some(isActive) && (
        <Group gap="sm">
          <p>{plural(known.data.recoveryCodesLeft, ["# recovery code left", "# recovery codes left"])}</p>
          <Button variant="default" size="xs" onClick={() => renew.mutate()} loading={renew.isPending}>
            Get new recovery codes
          </Button>
        </Group>
      )}
      <FormError
        message={fault ? messageOf(fault, "Failed to change your second factor") : null}
        hint={fault ? hintOf(fault) : null}
      />
    </section>
  );
}

interface FactorsProps {
  readonly factors: readonly Factor[];
  /** The id of the one that is being removed. */
  readonly removing: string | null;
  readonly onRemove: (which: { id: string }) => void;
  /** The id of the one that is being confirmed. */
  readonly confirming: string | null;
  readonly onConfirm: (which: { id: string }) => void;
}

const isActive = ({ suspendedAt }: Factor) => suspendedAt === null;

function Factors({ factors, removing, onRemove, confirming, onConfirm }: FactorsProps) {
  if (factors.length === 0) return null;
  const active = factors.filter(isActive).length;
  return (
    <ul className={classes.sessions} aria-label="Your second factors">
      {factors.map((factor) => (
        <FactorRow
          key={factor.id}
          factor={factor}
          isLast={isActive(factor) && active === 1}
          isRemoving={removing === factor.id}
          onRemove={() => onRemove({ id: factor.id })}
          isConfirming={confirming === factor.id}
          onConfirm={() => onConfirm({ id: factor.id })}
        />
      ))}
    </ul>
  );
}
