import classes from "./Exchange.module.css";

/** Explains buying to members whose balance has never moved. */
export function FirstPurchase() {
  return (
    <ol className={classes.first} aria-label="How buying works">
      <li>1 SOL buys 1 BBUX, with no fee.</li>
      <li>Pay from a Solana wallet, and your BBUX arrives within about half a minute.</li>
      <li>You can sell BBUX for SOL anytime. You'll see the small fee first.</li>
    </ol>
  );
}
