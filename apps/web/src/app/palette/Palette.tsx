import { Modal, useMatches } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useId, useState } from "react";
import { plural } from "../../components/TimeAgo.format.ts";
import { closeOverlay } from "../shortcuts/overlay.ts";
import type { Entry } from "./entries.ts";
import classes from "./Palette.module.css";
import { PaletteList } from "./PaletteList.tsx";
import { remember } from "./recent.ts";
import { useEntries } from "./useEntries.ts";

/**
 * Jumps to pages, posts, members, tags, documentation and actions by a few typed letters. The field keeps the focus;
 * the arrows move through the list, and aria-activedescendant names the selected entry.
 */
export default function Palette() {
  const [typed, setTyped] = useState("");
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [opener] = useState(() => document.activeElement);
  const listId = useId();
  const fullScreen = useMatches({ base: true, sm: false });
  const groups = useEntries(typed);
  const lines = groups.flatMap(({ entries }) => entries);
  const chosen = lines.find(({ id }) => id === chosenId) ?? lines[0];
  const waiting = groups.some((group) => group.waiting);

  function close() {
    closeOverlay();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  }

  /** The entry's action decides where the focus goes. */
  function run(entry: Entry) {
    if (entry.id !== "search") remember(entry);
    closeOverlay();
    entry.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      const at = chosen ? lines.indexOf(chosen) : 0;
      setChosenId(lines[(at + by + lines.length) % lines.length]?.id ?? null);
    } else if (event.key === "Enter" && chosen) {
      event.preventDefault();
      run(chosen);
    }
  }

  return (
    <Modal.Root
      opened
      onClose={close}
      fullScreen={fullScreen}
      size={640}
      yOffset="12vh"
      centered={false}
      returnFocus={false}
      classNames={{ content: classes.content ?? "", body: classes.body ?? "" }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search, or jump to anything">
        <div className={classes.top}>
          <IconSearch size={20} stroke={1.6} aria-hidden="true" />
          <input
            className={classes.field}
            data-autofocus
            type="text"
            role="combobox"
            aria-label="Search, or jump to anything"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={chosen && `${listId}-${chosen.id}`}
            aria-autocomplete="list"
            placeholder="Search, or jump to anything"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={200}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setChosenId(null);
            }}
            onKeyDown={onKeyDown}
          />
          <button type="button" className={classes.close} onClick={close}>
            Close
          </button>
        </div>
        <PaletteList id={listId} groups={groups} chosen={chosen?.id ?? null} onChoose={setChosenId} onRun={run} />
        <p className="visually-hidden" role="status">
          {waiting ? "Searching" : plural(lines.length, ["# result", "# results"])}
        </p>
        <p className={classes.foot} aria-hidden="true">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> to choose
          </span>
          <span>
            <kbd>Enter</kbd> to go there
          </span>
          <span>
            <kbd>Esc</kbd> to close
          </span>
        </p>
      </Modal.Content>
    </Modal.Root>
  );
}
