import { IconRefresh } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { keyName } from "../shortcuts/platform.ts";
import { useSingleKeys } from "../shortcuts/preference.ts";
import type { Entry, EntryGroup } from "./entries.ts";
import classes from "./Palette.module.css";

interface PaletteListProps {
  readonly id: string;
  readonly groups: readonly EntryGroup[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  readonly onRun: (entry: Entry) => void;
}

/** The entries by group. They never take the focus: the field keeps it and says which entry is selected. */
export function PaletteList({ id, groups, chosen, onChoose, onRun }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen === null) return;
    const line = document.getElementById(`${id}-${chosen}`);
    // The first entry scrolls into view with its heading.
    if (list.current?.querySelector("[role=option]") === line) list.current?.scrollTo({ top: 0 });
    else line?.scrollIntoView({ block: "nearest" });
  }, [id, chosen]);
  return (
    <div ref={list} className={classes.list} id={id} role="listbox" aria-label="Results">
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups of options
        <div key={group.name} role="group" aria-label={group.name} className={classes.group}>
          <div className={classes.heading} aria-hidden="true">
            {group.name}
          </div>
          {group.entries.map((entry) => (
            <Line
              key={entry.id}
              id={`${id}-${entry.id}`}
              entry={entry}
              chosen={entry.id === chosen}
              onChoose={() => onChoose(entry.id)}
              onRun={() => onRun(entry)}
            />
          ))}
          {group.waiting && <Waiting />}
          {group.retry && <Failed name={group.name} onRetry={group.retry} />}
        </div>
      ))}
    </div>
  );
}

interface LineProps {
  readonly id: string;
  readonly entry: Entry;
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly onRun: () => void;
}

function Line({ id, entry: { title, note, keys, Icon }, chosen, onChoose, onRun }: LineProps) {
  const single = useSingleKeys();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field hears the keys
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      className={classes.line}
      onMouseMove={chosen ? undefined : onChoose}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <Icon className={classes.sign} size={18} stroke={1.6} aria-hidden="true" />
      <span className={classes.title} dir="auto">
        {title}
      </span>
      {note && <span className={classes.note}>{note}</span>}
      {keys && single && (
        <span className={classes.keys} aria-hidden="true">
          {keys.map((key) => (
            <kbd key={key}>{keyName(key)}</kbd>
          ))}
        </span>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <div className={classes.waiting} aria-hidden="true">
      <span />
    </div>
  );
}

function Failed({ name, onRetry }: { name: string; onRetry: () => void }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: typing on asks again as well
    <div
      role="option"
      aria-selected="false"
      className={classes.line}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRetry}
    >
      <IconRefresh className={classes.sign} size={18} stroke={1.6} aria-hidden="true" />
      <span className={classes.title}>{name} could not be searched. Try again</span>
    </div>
  );
}
