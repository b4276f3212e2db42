import { type Brand, brandImagePath, INTERFACE_LANGUAGES, type SetupState } from "@bbux/contract";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { RowsSkeleton } from "../../components/RowsSkeleton.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { trpc } from "../../lib/trpc.ts";
import { BrandForm } from "../brand/index.ts";
import { ChainTest } from "./ChainTest.tsx";
import { Checklist } from "./Checklist.tsx";
import { MailTest } from "./MailTest.tsx";
import classes from "./Setup.module.css";
import { Step } from "./Step.tsx";
import { stepStates } from "./steps.ts";
import { TagSets } from "./TagSets.tsx";
import { useOutcomes } from "./useOutcomes.ts";

/** What an admin does on a new platform, in any order. Everything can be changed later. */
export function SetupSteps() {
  const brand = trpc.brand.get.useQuery();
  const state = trpc.setup.state.useQuery();
  const error = brand.error ?? state.error;
  return (
    <Page>
      <p className={classes.stage}>Setup · Step 2 of 2</p>
      <PageTitle lead="You can change all of this later.">Set up your platform</PageTitle>
      {error && (
        <ErrorBox
          error={error}
          fallback="We couldn't load the setup"
          onRetry={() => void Promise.all([brand.refetch(), state.refetch()])}
          retrying={brand.isFetching || state.isFetching}
        />
      )}
      {!error && !(brand.data && state.data) && <RowsSkeleton label="Loading the setup" rows={8} />}
      {brand.data && state.data && <Steps brand={brand.data.brand} state={state.data} />}
    </Page>
  );
}

interface StepsProps {
  readonly brand: Brand & { readonly changedAt: string | null };
  readonly state: SetupState;
}

function Steps({ brand: { changedAt, ...brand }, state: { tagSets, tagCount, sendsMail } }: StepsProps) {
  const [outcomes, note] = useOutcomes();
  const languageCount = Object.keys(INTERFACE_LANGUAGES).length;
  const states = stepStates({ isBranded: changedAt !== null, tagCount, sendsMail, languageCount, outcomes });
  function keep() {
    note({ isKept: true });
    document.getElementById(tagCount === 0 ? "tags" : "email")?.focus();
  }
  return (
    <div className={classes.layout}>
      <Checklist
        steps={[
          { name: "tags", title: "Tags", state: states.tags },
          { name: "branding", title: "Name and colors", state: states.branding },
          { name: "email", title: "Email", state: states.email },
          { name: "solana", title: "Solana", state: states.solana },
          { name: "languages", title: "Languages", state: states.languages },
        ]}
      />
      <div className={classes.steps}>
        <Step
          name="tags"
          title="Tags"
          state={states.tags}
          lead={
            tagCount === 0
              ? "Members can't ask questions until there are tags."
              : plural(tagCount, ["Members can use # tag now.", "Members can use # tags now."])
          }
          summary={
            <p className={classes.summary}>
              {plural(tagCount, ["Members can use # tag now.", "Members can use # tags now."])}
            </p>
          }
        >
          <TagSets tagSets={tagSets} isRequired={tagCount === 0} />
        </Step>
        {/* Folded anew once it is kept. */}
        <Step
          key={states.branding.label}
          name="branding"
          title="Name and colors"
          state={states.branding}
          summary={<BrandSummary brand={brand} />}
        >
          {/* The page itself carries the brand, so it is loaded again. */}
          <BrandForm
            brand={brand}
            reason="First setup"
            onSaved={() => window.location.reload()}
            otherwise={
              !states.branding.isDone && (
                <Button variant="default" onClick={keep}>
                  Keep as is
                </Button>
              )
            }
          />
        </Step>
        <Step
          name="email"
          title="Email"
          state={states.email}
          lead={
            sendsMail
              ? "Members confirm addresses and reset passwords by email."
              : "Email is off. Messages are saved to the data directory."
          }
        >
          <MailTest sendsMail={sendsMail} onTested={(email) => note({ email })} />
        </Step>
        <Step
          name="solana"
          title="Solana"
          state={states.solana}
          lead="Deposits and withdrawals need a Solana node and the signer, which holds the keys."
        >
          <ChainTest onTested={(solana) => note({ solana })} />
        </Step>
        <Step
          name="languages"
          title="Languages"
          state={states.languages}
          lead="Members choose theirs in Settings. Visitors see their browser's language."
        >
          <Languages />
        </Step>
        <div className={classes.end}>
          <p>{tagCount === 0 ? "Add tags first, so that members can ask questions." : "Your community is ready."}</p>
          {tagCount === 0 ? (
            <Button component="a" href="#tags">
              Choose tags
            </Button>
          ) : (
            <Button renderRoot={(props) => <Link to="/community" {...props} />}>Go to the community</Button>
          )}
        </div>
      </div>
    </div>
  );
}

/** A fact, because there is nothing to choose for the whole platform. */
function Languages() {
  return (
    <p>
      {Object.entries(INTERFACE_LANGUAGES).map(([tag, name], at) => (
        <span key={tag} lang={tag}>
          {at > 0 && ", "}
          {name}
        </span>
      ))}
    </p>
  );
}

function BrandSummary({ brand }: { readonly brand: Brand }) {
  return (
    <p className={classes.summary}>
      <img src={brand.logo === null ? "/favicon.svg" : brandImagePath(brand.logo)} width={24} height={24} alt="" />
      <strong>{brand.name}</strong>
      {[brand.accentLight, brand.accentDark].map((color) => (
        <span key={color} className={classes.color}>
          <span style={{ background: color }} />
          {color}
        </span>
      ))}
    </p>
  );
}
