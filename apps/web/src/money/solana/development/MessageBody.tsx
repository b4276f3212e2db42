import classes from "./WalletWindow.module.css";

/** Who asks, and the whole text. */
export function MessageBody({ text }: { readonly text: string }) {
  return (
    <>
      <p>
        <strong className={classes.host}>{window.location.host}</strong> asks you to sign this message. It moves no SOL.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className={classes.message} tabIndex={0} aria-label="Message">
        {text}
      </section>
    </>
  );
}
