import type { AppFacts } from "@bbux/contract";

/*
 * Scripted additions to a page's text, which is readable without them: configured values, copy buttons for code, and
 * tabs for examples in several languages.
 */

const LANGUAGE_KEY = "bbux-docs-language";
const ICON = {
  copy: '<path d="M7 9.7A2.7 2.7 0 0 1 9.7 7h8.6A2.7 2.7 0 0 1 21 9.7v8.6a2.7 2.7 0 0 1-2.7 2.7H9.7A2.7 2.7 0 0 1 7 18.3z"/><path d="M4 16.7A2 2 0 0 1 3 15V5c0-1.1.9-2 2-2h10c.8 0 1.2.4 1.5 1"/>',
  done: '<path d="m5 12 5 5L20 7"/>',
};

/** Adds them; the returned function removes listeners and tabs. */
export function enhance(root: HTMLElement, links: AppFacts["links"]): () => void {
  fillIn(root, { supportEmail: links.support, legalEmail: links.legal, sourceUrl: links.source });
  for (const figure of root.querySelectorAll<HTMLElement>(".doc-code")) addCopyButton(figure);
  const groups = [...root.querySelectorAll<HTMLElement>(".doc-tabs")].map(makeTabs);
  const onLanguage = (event: Event) => {
    if (event instanceof CustomEvent && typeof event.detail === "string") for (const show of groups) show(event.detail);
  };
  root.addEventListener("doc-language", onLanguage);
  return () => {
    root.removeEventListener("doc-language", onLanguage);
    for (const list of root.querySelectorAll(".doc-tablist")) list.remove();
  };
}

function fillIn(root: HTMLElement, config: Readonly<Record<string, string>>): void {
  for (const element of root.querySelectorAll<HTMLElement>("[data-config]")) {
    const value = config[element.dataset.config ?? ""];
    if (value !== undefined) element.textContent = value;
  }
  for (const anchor of root.querySelectorAll<HTMLAnchorElement>("[data-config-href]"))
    anchor.href = (anchor.dataset.configHref ?? "").replace(/\{(\w+)\}/g, (all, name: string) => config[name] ?? all);
}

function addCopyButton(figure: HTMLElement): void {
  if (figure.querySelector("button")) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "doc-copy";
  const show = (icon: keyof typeof ICON, label: string) => {
    button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true">${ICON[icon]}</svg>`;
    button.setAttribute("aria-label", label);
    button.title = label;
  };
  show("copy", "Copy code");
  button.addEventListener("click", () => {
    void navigator.clipboard.writeText(figure.querySelector("pre")?.textContent ?? "").then(() => {
      show("done", "Copied");
      setTimeout(() => show("copy", "Copy code"), 2_000);
    });
  });
  figure.append(button);
}

let tabsMade = 0;

/** @returns a function that shows the example in a language, if it has it */
function makeTabs(group: HTMLElement): (title: string) => void {
  const panels = [...group.querySelectorAll<HTMLElement>(":scope > .doc-tab")];
  const list = document.createElement("div");
  list.className = "doc-tablist";
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "Language of the example");
  const tabs = panels.map((panel) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.id = `doc-tab-${++tabsMade}`;
    tab.textContent = panel.dataset.title ?? "";
    tab.setAttribute("role", "tab");
    panel.id = `${tab.id}-panel`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    panel.removeAttribute("aria-label");
    tab.setAttribute("aria-controls", panel.id);
    list.append(tab);
    return tab;
  });
  const show = (title: string) => {
    const wanted = panels.findIndex((panel) => panel.dataset.title === title);
    if (wanted < 0) return;
    panels.forEach((panel, at) => {
      panel.hidden = at !== wanted;
      tabs[at]?.setAttribute("aria-selected", String(at === wanted));
      tabs[at]?.setAttribute("tabindex", at === wanted ? "0" : "-1");
    });
  };
  /** Switches all examples of the page, and keeps the scroll position. */
  const choose = (tab: HTMLElement) => {
    const before = tab.getBoundingClientRect().top;
    const title = tab.textContent ?? "";
    keep(title);
    group.dispatchEvent(new CustomEvent("doc-language", { bubbles: true, detail: title }));
    scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: "instant" });
  };
  tabs.forEach((tab, at) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", ({ key }) => {
      const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[key];
      const other = next === undefined ? undefined : tabs.at(next % tabs.length);
      if (!other) return;
      other.focus();
      choose(other);
    });
  });
  group.prepend(list);
  group.dataset.tabs = "";
  show(panels[0]?.dataset.title ?? "");
  show(kept() ?? "");
  return show;
}

function kept(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY);
  } catch {
    return null;
  }
}

function keep(title: string): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, title);
  } catch {
    // Without storage the choice holds for this page.
  }
}
