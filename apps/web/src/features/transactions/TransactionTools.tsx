import { Button, Select, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { FilterMenu } from "../../components/FilterMenu.tsx";
import classes from "./Transactions.module.css";
import {
  exportHref,
  NO_FILTERS,
  type OnTransactionsSearch,
  readTransactionsSearch,
  type TransactionsSearch,
  transactionChips,
} from "./transactions.search.ts";
import { STATUS_CHOICES, TYPE_CHOICES, typeLabel } from "./words.ts";

interface ToolsProps {
  readonly search: TransactionsSearch;
  readonly onSearch: OnTransactionsSearch;
}

/** What narrows the statement, and the statement as a file. */
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

/** A choice takes effect at once. */
function Filters({ search, onSearch }: ToolsProps) {
  // What a control gives is read as the URL is: what is not understood is none.
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
        label="From"
        description="First day, in UTC"
        max={to}
        value={from ?? ""}
        onChange={(event) => choose("from", event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label="To"
        description="Last day, in UTC"
        min={from}
        value={to ?? ""}
        onChange={(event) => choose("to", event.currentTarget.value)}
      />
    </>
  );
}
