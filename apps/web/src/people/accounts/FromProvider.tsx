import type { OpenIdProvider, User } from "@bbux/contract";
import { Button, Loader, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { FormError } from "../../components/FormError.tsx";
import { codeOf, hintOf, isAboutCode, messageOf, proofsIn } from "../../lib/errors.ts";
import { notifySuccess } from "../../lib/notify.ts";
import { endTrip, passOn, type Trip, tripOf } from "../../lib/openid.ts";
import { setUser } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Accounts.module.css";
import { LoginCodeForm } from "./LoginCodeForm.tsx";
import { authMessage } from "./rules.ts";
import { SignUpForm } from "./SignUpForm.tsx";

interface FromProviderProps {
  /** In the address that the browser came back to. */
  readonly provider: string;
  /** The query that the provider sent the browser back with. */
  readonly answer: string;
  readonly onSignedIn: (redirectTo: string | null) => void;
  readonly onLinked: () => void;
  /** The member would rather sign in another way. */
  readonly onCancel: () => void;
}

/** Goes on with what this window left for. */
export function FromProvider(props: FromProviderProps) {
  const { provider, answer } = props;
  const [trip] = useState(() => tripOf(answer));
  return trip ? <Back trip={trip} {...props} /> : <Elsewhere provider={provider} answer={answer} />;
}

/** A window that another one opened, or an answer that nobody here asked for, such as a link of someone else's. */
function Elsewhere({ provider, answer }: Pick<FromProviderProps, "provider" | "answer">) {
  const isAnswer = answer !== "";
  useEffect(() => {
    if (isAnswer) passOn({ provider, answer });
  }, [provider, answer, isAnswer]);
  return (
    <Stack gap="lg">
      <p>
        {isAnswer
          ? "Go back to the window where you started. You can close this one."
          : "There is no sign-in to finish here."}
      </p>
      <Button variant="default" renderRoot={(props) => <Link to="/login" {...props} />}>
        Start again
      </Button>
    </Stack>
  );
}

function Back({
  provider: from,
  answer,
  trip,
  onSignedIn,
  onLinked,
  onCancel,
}: FromProviderProps & { readonly trip: Trip }) {
  const [hasApp, setHasApp] = useState(true);
  const comeBack = trpc.auth.openIdReturn.useMutation({
    onSuccess: ({ proof, provider }) => {
      if (trip.purpose === "enter") enter.mutate({ proof });
      else link.mutate({ proof }, { onSuccess: () => linked(provider) });
    },
    onSettled: endTrip,
  });
  const enter = trpc.auth.openIdLoginBrowser.useMutation({
    onSuccess: ({ user }: { user: User }) => {
      setUser(user);
      onSignedIn(trip.redirectTo);
    },
    onError: (error) => {
      if (codeOf(error) === "SECOND_FACTOR_REQUIRED") setHasApp(proofsIn(error).includes("totp"));
    },
  });
  const link = trpc.waysIn.linkOpenId.useMutation();
  const linked = ({ name }: OpenIdProvider) => {
    notifySuccess(`${name} account linked`);
    onLinked();
  };
  const begun = useRef(false);
  useEffect(() => {
    // An answer is good for one use.
    if (begun.current) return;
    begun.current = true;
    comeBack.mutate({ provider: from, flow: trip.flow, answer });
  }, [from, answer, trip, comeBack.mutate]);
  const { data } = comeBack;
  const code = codeOf(enter.error);
  if (data && code === "OPENID_UNKNOWN") {
    return (
      <Stack gap="md">
        <p className={classes.said}>
          No account here is linked to your {data.provider.name} account
          {data.account !== null && (
            <>
              {" "}
              <strong>{data.account}</strong>
            </>
          )}
          . Create one now. If you already have one, <Link to="/login">sign in another way</Link> and link it in your
          settings, under Security.
        </p>
        <SignUpForm account={data} onDone={() => onSignedIn(trip.redirectTo)} />
      </Stack>
    );
  }
  if (data && (isAboutCode(enter.error) || enter.variables?.code !== undefined)) {
    const { proof } = data;
    return (
      <LoginCodeForm
        done={`You are signed in at ${data.provider.name}.`}
        hasApp={hasApp}
        isPending={enter.isPending}
        error={enter.error}
        onCode={(given) => enter.mutate({ proof, code: given })}
        onCancel={onCancel}
      />
    );
  }
  const fault = comeBack.error ?? enter.error ?? link.error;
  if (fault) return <Failed fault={fault} isLink={trip.purpose === "link"} />;
  return (
    <Stack gap="md" align="center" role="status">
      <Loader aria-hidden />
      <p>{trip.purpose === "link" ? "Linking your account…" : "Signing you in…"}</p>
    </Stack>
  );
}

function Failed({ fault, isLink }: { readonly fault: unknown; readonly isLink: boolean }) {
  return (
    <Stack gap="lg">
      <FormError
        message={isLink ? messageOf(fault, "Failed to link the account") : authMessage(fault, "Login failed")}
        hint={hintOf(fault)}
      />
      {isLink ? (
        <Button renderRoot={(props) => <Link to="/settings" search={{ tab: "security" }} {...props} />}>
          Back to your settings
        </Button>
      ) : (
        <Button renderRoot={(props) => <Link to="/login" {...props} />}>Back to sign-in</Button>
      )}
    </Stack>
  );
}
