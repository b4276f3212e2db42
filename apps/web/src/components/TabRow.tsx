import { Tabs } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import classes from "./TabRow.module.css";
import { useFades } from "./useFades.ts";

export interface TabChoice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** The number of waiting items; not shown for 0 or while unknown. */
  readonly count?: number | undefined;
  /** What is counted, for screen readers: "waiting". */
  readonly counted?: string;
}

interface TabRowProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly TabChoice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** The selected tab's content. */
  readonly children: ReactNode;
}

/** Tabs whose selection is in the URL; only the selected one's content is rendered. */
export function TabRow<Value extends string>({ label, tabs, value, onChange, children }: TabRowProps<Value>) {
  // Counts load later and move the tabs.
  const counts = tabs.map(({ count }) => count ?? 0).join(" ");
  const list = useRef<HTMLDivElement>(null);
  useFades(list, tabs.length);
  // Scrolls the selected tab into view on narrow screens, also when a link selects it.
  useEffect(() => {
    if (counts === "") return;
    const chosen = list.current?.querySelector<HTMLElement>(`[data-tab="${value}"]`);
    const row = list.current;
    if (!chosen || !row) return;
    const [tab, room] = [chosen.getBoundingClientRect(), row.getBoundingClientRect()];
    row.scrollLeft += tab.left + tab.width / 2 - (room.left + room.width / 2);
  }, [value, counts]);
  return (
    <Tabs
      value={value}
      onChange={(next) => {
        const tab = tabs.find((choice) => choice.value === next);
        if (tab) onChange(tab.value);
      }}
      keepMounted={false}
      classNames={{ list: classes.list, tab: classes.tab }}
    >
      <Tabs.List ref={list} aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab.value}
            value={tab.value}
            data-tab={tab.value}
            rightSection={
              tab.count ? (
                <span className={classes.count} data-waiting>
                  {tab.count > 99 ? "99+" : tab.count}
                  <span className="visually-hidden"> {tab.counted}</span>
                </span>
              ) : undefined
            }
          >
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} value={tab.value} pt="lg">
          {children}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
