import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";

/** How long typing must pause before the search (ms). */
const REST = 300;

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly max: number;
  /** The current query. */
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A field that searches once typing pauses, and immediately on Enter. */
export function SearchField({ label, placeholder, max, value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Follows a change from elsewhere, such as the browser's back button.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(typed: string) {
    clearTimeout(timer.current);
    const next = typed.trim();
    if (next === sent.current) return;
    sent.current = next;
    onChange(next);
  }

  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      maxLength={max}
      leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
      value={text}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => search(typed), REST);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") search(text);
      }}
    />
  );
}
