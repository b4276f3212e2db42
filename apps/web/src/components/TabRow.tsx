import { Tabs } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import classes from "./TabRow.module.css";

export interface TabChoice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** How much waits there; nothing is drawn for 0 and while it is not known. */
  readonly count?: number | undefined;
  /** What is counted, for screen readers: "waiting". */
  readonly counted?: string;
}

interface TabRowProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly TabChoice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** The chosen tab's content. */
  readonly children: ReactNode;
}

/** Tabs whose choice stands in the URL; only the chosen one's content is there. */
export function TabRow<Value extends string>({ label, tabs, value, onChange, children }: TabRowProps<Value>) {
  // Counts come later, and move the tabs.
  const counts = tabs.map(({ count }) => count ?? 0).join(" ");
  const list = useRef<HTMLDivElement>(null);
  // A tab that is out of sight on a narrow screen comes into it when chosen, also by a link.
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
