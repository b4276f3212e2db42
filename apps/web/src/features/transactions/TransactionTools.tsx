import { Button, Popover, Select, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAdjustmentsHorizontal, IconDownload } from "@tabler/icons-react";
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
  const [open, { toggle, close }] = useDisclosure(false);
  const narrowing = transactionChips(search).length;
  return (
    <div className={classes.tools}>
      <Popover
        opened={open}
        onChange={(next) => !next && close()}
        position="bottom-end"
        width="min(320px, calc(100vw - 32px))"
        trapFocus
        withinPortal
      >
        <Popover.Target>
          <Button
            variant="default"
            onClick={toggle}
            aria-expanded={open}
            leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
          >
            Filters{narrowing > 0 ? ` (${narrowing})` : ""}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Filters">
          <Filters search={search} onSearch={onSearch} onClose={close} />
        </Popover.Dropdown>
      </Popover>
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
function Filters({ search, onSearch, onClose }: ToolsProps & { onClose: () => void }) {
  // What a control gives is read as the URL is: what is not understood is none.
  const choose = (key: "type" | "status" | "from" | "to", value: string | null) =>
    onSearch({ [key]: readTransactionsSearch({ [key]: value })[key] });
  const { type, status, from, to } = search;
  const types = !type || TYPE_CHOICES.some(({ value }) => value === type);
  return (
    <div className={classes.panel}>
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
      <div className={classes.foot}>
        <Button variant="subtle" color="gray" onClick={() => onSearch(NO_FILTERS)}>
          Reset filters
        </Button>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
