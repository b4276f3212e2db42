import { PARAMETER_NAMES, PARAMETERS, type ParameterChange } from "@bbux/contract";
import { NativeSelect } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { RowsSkeleton } from "../../components/RowsSkeleton.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { valueText } from "../../lib/parameters/valueText.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Admin.module.css";

/** The changes of a parameter: time, author and reason. */
export function ParameterHistory() {
  const [chosen, setChosen] = useState("");
  const name = PARAMETER_NAMES.find((known) => known === chosen);
  const list = trpc.parameters.history.useQuery({ ...(name && { name }), limit: 100 });
  return (
    <section aria-labelledby="history" className={classes.part}>
      <div className={classes.headed}>
        <h2 id="history" className={classes.heading}>
          History
        </h2>
        <NativeSelect
          size="xs"
          aria-label="History of"
          data={[
            { value: "", label: "All parameters" },
            ...PARAMETER_NAMES.map((value) => ({ value, label: PARAMETERS[value].title })),
          ]}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      </div>
      {list.error && (
        <ErrorBox
          error={list.error}
          fallback="We couldn't load the history"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.isPending && <RowsSkeleton label="Loading the history" rows={3} />}
      {list.data?.changes.length === 0 && <EmptyState title="Nothing has been changed yet" />}
      <ul className={classes.list}>
        {list.data?.changes.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </ul>
    </section>
  );
}

function Change({ change: { name, value, previous, proposalId, reason, createdAt } }: { change: ParameterChange }) {
  const known = PARAMETER_NAMES.find((each) => each === name);
  const text = (integer: string) => (known ? valueText(known, BigInt(integer)) : integer);
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.name}>
          {known ? PARAMETERS[known].title : name}: {text(previous)} to {text(value)}
        </p>
        <p className={classes.detail}>{reason}</p>
        <p className={classes.facts}>
          {proposalId ? (
            <>
              By{" "}
              <Link to="/governance/proposals/$proposalId" params={{ proposalId }}>
                a passed proposal
              </Link>
              , <TimeAgo at={createdAt} />
            </>
          ) : (
            <>
              By an admin, <TimeAgo at={createdAt} />
            </>
          )}
        </p>
      </div>
    </li>
  );
}
