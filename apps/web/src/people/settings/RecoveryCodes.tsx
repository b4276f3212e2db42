import { Button, CopyButton, Group } from "@mantine/core";
import { useEffect, useRef } from "react";
import classes from "./Settings.module.css";

/** The recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join("\n");
  return (
    <div className={classes.hint}>
      <h3 ref={heading} tabIndex={-1}>
        Your recovery codes
      </h3>
      <p>Keep them somewhere safe. Each one signs you in once without the app. We won't show them again.</p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group gap="sm">
        <CopyButton value={text} timeout={2000}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? "Copied" : "Copy codes"}
            </Button>
          )}
        </CopyButton>
        <Button
          component="a"
          variant="default"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
        >
          Download codes
        </Button>
        <Button onClick={onKept}>I've saved them</Button>
      </Group>
    </div>
  );
}
