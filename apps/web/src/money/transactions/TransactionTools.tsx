import { Button, Select, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { FilterMenu } from "../../components/FilterMenu.tsx";
import classes from "./Transactions.module.css";
import { transactionChips } from "./transactionChips.ts";
import { STATUS_CHOICES, TYPE_CHOICES, typeLabel } from "./transactionLabels.ts";
import {
  exportHref,
  NO_FILTERS,
  type OnTransactionsSearch,
  readTransactionsSearch,
  type TransactionsSearch,
} from "./transactions.search.ts";

interface ToolsProps {
  readonly search: TransactionsSearch;
  readonly onSearch: OnTransactionsSearch;
}

/** The statement's filters and export. */
export function TransactionTools({ search, onSearch }: ToolsProps) {
  return (
    <div className={classes.tools}>
      <FilterMenu narrowing={transactionChips(search).length} width={320} onReset={() => onSearch(NO_FILTERS)}>
        <Filters search={search} onSearch={onSearch} />
      </FilterMenu>
      <Button
        variant="default"
        component="a"
        href={exportHref(search)}
        download
        leftSection={<IconDownload size={18} aria-hidden />}
      >
        Export CSV
      </Button>
    </div>
  );
}

/** A choice takes effect immediately. */
function Filters({ search, onSearch }: ToolsProps) {
  // A control's value is parsed like the URL, so an unknown value counts as none.
  const choose = (key: "type" | "status" | "from" | "to", value: string | null) =>
    onSearch({ [key]: readTransactionsSearch({ [key]: value })[key] });
  const { type, status, from, to } = search;
  const types = !type || TYPE_CHOICES.some(({ value }) => value === type);
  return (
    <>
      <Select
        label="Type"
        placeholder="Any"
        clearable
        comboboxProps={{ withinPortal: false }}
        data={types ? TYPE_CHOICES : [...TYPE_CHOICES, { value: type, label: typeLabel(type) }]}
        value={type ?? null}
        onChange={(value) => choose("type", value)}
      />
      <Select
        label="Status"
        placeholder="Any"
        clearable
        comboboxProps={{ withinPortal: false }}
        data={STATUS_CHOICES}
        value={status ?? null}
        onChange={(value) => choose("status", value)}
      />
      <TextInput
        type="date"
        label={/* @wc-context: date */ "From"}
        description="First day, in UTC"
        max={to}
        value={from ?? ""}
        onChange={(event) => choose("from", event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={/* @wc-context: date */ "To"}
        description="Last day, in UTC"
        min={from}
        value={to ?? ""}
        onChange={(event) => choose("to", event.currentTarget.value)}
      />
    </>
  );
}
