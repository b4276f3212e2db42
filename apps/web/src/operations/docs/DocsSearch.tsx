import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useId, useRef, useState } from "react";
import classes from "./DocsSearch.module.css";
import { type Hit, loadSearch, type Marked, type Search } from "./search.ts";

/** Searches all pages while typing; arrows and Enter choose, Escape closes. */
export function DocsSearch() {
  const router = useRouter();
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState<{ run: Search }>();
  const [failed, setFailed] = useState(false);
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const words = useDeferredValue(text.trim());
  const hits = search && words !== "" ? search.run(words) : [];
  const shown = open && words !== "";

  useEffect(() => {
    if (!open) return;
    const leave = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    addEventListener("pointerdown", leave);
    return () => removeEventListener("pointerdown", leave);
  }, [open]);

  function prepare() {
    setOpen(true);
    if (search) return;
    loadSearch().then(
      (run) => {
        setSearch({ run });
        setFailed(false);
      },
      () => setFailed(true),
    );
  }

  function go(hit: Hit | undefined) {
    if (!hit) return;
    setOpen(false);
    setText("");
    router.history.push(hit.address);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && open) {
      event.preventDefault();
      setOpen(false);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (hits.length > 0) setAt((was) => (was + step + hits.length) % hits.length);
    } else if (event.key === "Enter" && shown) {
      event.preventDefault();
      go(hits[at]);
    }
  }

  return (
    <search ref={box} className={classes.search}>
      <TextInput
        type="search"
        role="combobox"
        aria-label="Search the documentation"
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown && hits[at] ? `${listId}-${at}` : undefined}
        placeholder="Search the docs"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        value={text}
        onFocus={prepare}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
          prepare();
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="Found in the documentation" className={classes.list} hidden={!shown}>
        {shown &&
          hits.map((hit, index) => (
            <Found
              key={hit.address}
              id={`${listId}-${index}`}
              hit={hit}
              chosen={index === at}
              onPoint={() => setAt(index)}
              onChoose={() => go(hit)}
            />
          ))}
        {shown && hits.length === 0 && (
          <Nothing>{failed ? FAILED : search ? `Nothing about “${words}”` : "Searching…"}</Nothing>
        )}
      </div>
    </search>
  );
}

const FAILED = "We couldn't load the search. Please try again.";

function Nothing({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.nothing} role="option" aria-selected={false} aria-disabled tabIndex={-1}>
      {children}
    </div>
  );
}

interface FoundProps {
  readonly id: string;
  readonly hit: Hit;
  readonly chosen: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Found({ id, hit, chosen, onPoint, onChoose }: FoundProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      className={classes.hit}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <span className={classes.title}>
        {hit.title !== hit.page && <small>{hit.page} › </small>}
        <Words parts={hit.heading} />
      </span>
      <span className={classes.excerpt}>
        <Words parts={hit.excerpt} />
      </span>
    </div>
  );
}

function Words({ parts }: { readonly parts: Marked }) {
  return parts.map(({ text, marked }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change places
    marked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
}
