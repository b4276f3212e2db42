import { Modal, Switch, useMatches } from "@mantine/core";
import { useSession } from "../../lib/session.ts";
import { closeOverlay } from "./overlay.ts";
import { keyLabels, keyName } from "./platform.ts";
import { setSingleKeys, useSingleKeys } from "./preference.ts";
import { GROUPS, type Group, isFor, SHORTCUTS, type Shortcut } from "./registry.ts";
import classes from "./ShortcutsSheet.module.css";

/** Gets its own column, because places are as many as all other shortcuts together. */
const COLUMNS: readonly (readonly Group[])[] = [GROUPS.filter((group) => group !== "Go to"), ["Go to"]];

/** Lists every shortcut that the viewer can use, by group, with the switch that turns single-key shortcuts off. */
export default function ShortcutsSheet() {
  const { user } = useSession();
  const on = useSingleKeys();
  const fullScreen = useMatches({ base: true, sm: false });
  const mine = SHORTCUTS.filter(({ who }) => isFor(who, user));
  return (
    <Modal
      opened
      onClose={closeOverlay}
      fullScreen={fullScreen}
      size={760}
      title="Keyboard shortcuts"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <div className={classes.columns}>
        {COLUMNS.map((column) => (
          <div key={column[0]}>
            {column.map((group) => (
              <ShortcutGroup key={group} group={group} rows={mine.filter((one) => one.group === group)} on={on} />
            ))}
          </div>
        ))}
      </div>
      <Switch
        className={classes.switch}
        label="Single-key shortcuts"
        description="Saved in this browser. Turn these off if you use voice control or press keys by accident."
        checked={on}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </Modal>
  );
}

function ShortcutGroup({ group, rows, on }: { group: Group; rows: readonly Shortcut[]; on: boolean }) {
  if (rows.length === 0) return null;
  return (
    <section className={classes.group} aria-label={group}>
      <h3 className={classes.heading}>{group}</h3>
      <dl className={classes.list}>
        {rows.map((shortcut) => (
          <Row key={shortcut.id} shortcut={shortcut} off={!on && shortcut.keys[0] !== "Mod"} />
        ))}
      </dl>
    </section>
  );
}

function Row({ shortcut: { keys, title }, off }: { shortcut: Shortcut; off: boolean }) {
  const together = keys[0] === "Mod";
  const words = keys
    .map(keyLabels)
    .reduce((before, key) => (together ? `${before} and ${key}` : `${before} then ${key}`));
  return (
    <div className={classes.row} data-off={off || undefined}>
      <dt>{title}</dt>
      <dd>
        <span className="visually-hidden">{words}</span>
        <span className={classes.keys} aria-hidden="true">
          {keys.map((key) => (
            <kbd key={key}>{keyName(key)}</kbd>
          ))}
        </span>
      </dd>
    </div>
  );
}
