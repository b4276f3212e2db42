import { useState } from "react";
import { exportKey } from "./keys.ts";
import classes from "./WalletWindow.module.css";

/** What the owner can do with the key: export it or replace it. */
export function HomeBody({ onReset }: { readonly onReset: () => void }) {
  const [shown, setShown] = useState<"nothing" | "key" | "reset">("nothing");
  return (
    <>
      <p>The key is stored in this browser only. Its SOL exists on this platform's own chain and has no value.</p>
      <div className={classes.row}>
        <button
          type="button"
          className={classes.button}
          onClick={() => setShown(shown === "key" ? "nothing" : "key")}
          aria-expanded={shown === "key"}
        >
          Export secret key
        </button>
        <button
          type="button"
          className={classes.button}
          onClick={() => setShown(shown === "reset" ? "nothing" : "reset")}
          aria-expanded={shown === "reset"}
        >
          Reset wallet
        </button>
      </div>
      {shown === "key" && (
        <textarea
          className={classes.key}
          readOnly
          rows={3}
          value={exportKey()}
          aria-label="Secret key, base58"
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      {shown === "reset" && (
        <div className={classes.row}>
          <p className={classes.fault}>
            This creates a new key. You lose access to what the old one holds unless you exported it.
          </p>
          <button
            type="button"
            className={`${classes.button} ${classes.danger}`}
            onClick={() => {
              setShown("nothing");
              onReset();
            }}
          >
            Reset for good
          </button>
        </div>
      )}
    </>
  );
}
