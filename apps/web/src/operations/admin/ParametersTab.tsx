import { PARAMETERS, type Parameter } from "@bbux/contract";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { RowsSkeleton } from "../../components/RowsSkeleton.tsx";
import { Cell, Table } from "../../components/Table.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { valueText } from "../../lib/parameters/valueText.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Admin.module.css";
import { ParameterDialog } from "./ParameterDialog.tsx";
import { ParameterHistory } from "./ParameterHistory.tsx";
import { boundsText } from "./parameterField.ts";

const COLUMNS = [
  { label: "Parameter" },
  { label: "In force", figure: true },
  { label: "Allowed" },
  { label: "Changed" },
  { label: "Action", quiet: true },
];

/** Fees, rates and thresholds: their current values, bounds and history (docs/DECISIONS.md 1.2, 1.5-1.7). */
export function ParametersTab() {
  const list = trpc.parameters.list.useQuery();
  const [chosen, setChosen] = useState<Parameter | null>(null);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <p className={classes.lead}>
        Members change these with proposals. An admin can change them here if it can't wait. Every change takes effect
        immediately and is published in the <Link to="/transparency">transparency log</Link>.
      </p>
      {list.error && (
        <ErrorBox
          error={list.error}
          fallback="We couldn't load the parameters"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.isPending && <RowsSkeleton label="Loading parameters" rows={10} />}
      {list.data && (
        <Table label="Parameters" columns={COLUMNS}>
          {list.data.parameters.map((parameter) => (
            <ParameterRow
              key={parameter.name}
              parameter={parameter}
              onChange={() => {
                setChosen(parameter);
                setOpened(true);
              }}
            />
          ))}
        </Table>
      )}
      <ParameterHistory />
      {chosen && (
        <ParameterDialog
          key={chosen.name}
          parameter={chosen}
          opened={opened}
          onClose={() => setOpened(false)}
          onExited={() => setChosen(null)}
        />
      )}
    </>
  );
}

function ParameterRow({ parameter, onChange }: { parameter: Parameter; onChange: () => void }) {
  const { name, value, min, max, changedAt } = parameter;
  const { title, says } = PARAMETERS[name];
  const text = (integer: string) => valueText(name, BigInt(integer));
  const changed = value !== parameter.default;
  return (
    <tr>
      <Cell head>
        {title}
        <div className={classes.facts}>{says}</div>
      </Cell>
      <Cell label="In force" figure>
        <strong className={classes.value} data-changed={changed || undefined}>
          {text(value)}
        </strong>
      </Cell>
      <Cell label="Allowed">
        <span className={classes.value}>{boundsText(name, BigInt(min), BigInt(max))}</span>
        <div className={classes.facts}>Default {text(parameter.default)}</div>
      </Cell>
      <Cell label="Changed">
        {changedAt ? <TimeAgo at={changedAt} /> : <span className={classes.muted}>Never</span>}
      </Cell>
      <Cell figure>
        <Button size="xs" variant="default" onClick={onChange} aria-label={`Change: ${title}`}>
          Change
        </Button>
      </Cell>
    </tr>
  );
}
