import { INTERFACE_LANGUAGES } from "@bbux/contract";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { RowsSkeleton } from "../../components/RowsSkeleton.tsx";
import { trpc } from "../../lib/trpc.ts";
import { BrandForm } from "../brand/index.ts";
import { ChainTest } from "./ChainTest.tsx";
import { MailTest } from "./MailTest.tsx";
import classes from "./Setup.module.css";
import { TagSets } from "./TagSets.tsx";

/** What an admin does on a new platform, in any order. Everything can be changed later. */
export function SetupSteps() {
  const brand = trpc.brand.get.useQuery();
  const state = trpc.setup.state.useQuery();
  const error = brand.error ?? state.error;
  return (
    <Page>
      <PageTitle>Set up your platform</PageTitle>
      <p className={classes.lead}>Nothing here is final. Admins can return to this page and change everything.</p>
      {error && (
        <ErrorBox
          error={error}
          fallback="We couldn't load the setup"
          onRetry={() => void Promise.all([brand.refetch(), state.refetch()])}
          retrying={brand.isFetching || state.isFetching}
        />
      )}
      {!error && !(brand.data && state.data) && <RowsSkeleton label="Loading the setup" rows={8} />}
      {brand.data && state.data && (
        <>
          <Step name="branding" title="Name and colors">
            {/* The page itself carries the brand, so it is loaded again. */}
            <BrandForm
              brand={brandOf(brand.data.brand)}
              reason="First setup"
              onSaved={() => window.location.reload()}
            />
          </Step>
          <Step name="languages" title="Languages">
            <p className={classes.lead}>
              The site speaks {Object.values(INTERFACE_LANGUAGES).join(", ")}. It picks the language that a reader's
              browser prefers, or English, and members can choose another one in their settings.
            </p>
          </Step>
          <Step name="tags" title="Tags">
            <TagSets state={state.data} />
          </Step>
          <Step name="mail" title="Mail">
            <MailTest sendsMail={state.data.sendsMail} />
          </Step>
          <Step name="chain" title="Chain">
            <ChainTest />
          </Step>
          <div className={classes.end}>
            <Button renderRoot={(props) => <Link to="/community" {...props} />}>Go to the community</Button>
          </div>
        </>
      )}
    </Page>
  );
}

function brandOf({ name, accentLight, accentDark, logo, favicon }: Parameters<typeof BrandForm>[0]["brand"]) {
  return { name, accentLight, accentDark, logo, favicon };
}

function Step({
  name,
  title,
  children,
}: {
  readonly name: string;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={classes.step} aria-labelledby={name}>
      <h2 id={name}>{title}</h2>
      {children}
    </section>
  );
}
