import { Loader } from "@mantine/core";
import { useEffect, useState } from "react";
import { Notice } from "../../components/Notice.tsx";
import { PagePending } from "../../components/PagePending.tsx";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { FirstAdminForm } from "./FirstAdminForm.tsx";
import classes from "./Setup.module.css";
import { SetupSteps } from "./SetupSteps.tsx";

/** The token in the address, after the #, so that no server along the way gets it. */
const tokenIn = (hash: string): string | null => /^#token=([\w-]{1,200})$/.exec(hash)?.[1] ?? null;

/** The first steps of a new platform: the first admin by the link that the start prints, then the rest as that admin. */
export function SetupPage() {
  const { user, loading } = useSession();
  const [token] = useState(() => tokenIn(window.location.hash));
  if (loading) return <PagePending />;
  if (user?.role === "admin") return <SetupSteps />;
  return token === null ? <NoLink /> : <ByLink token={token} />;
}

function ByLink({ token }: { readonly token: string }) {
  const { mutate, isSuccess, isError } = trpc.setup.check.useMutation();
  useEffect(() => mutate({ token }), [mutate, token]);
  if (isError) return <NoLink />;
  if (!isSuccess) return <Loader className={classes.loader} aria-label="Checking the link" />;
  return <FirstAdminForm token={token} />;
}

/** The same for no link and a dead one, whether or not there is an admin. */
function NoLink() {
  return (
    <Notice title="Open the setup link">
      <p>
        To set up this platform, open the link that is printed when it starts. Look in its terminal or log. The link
        works once, for 24 hours, and only while there's no admin. If it has expired, start the platform again to get
        another one.
      </p>
    </Notice>
  );
}
