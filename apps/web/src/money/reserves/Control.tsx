import type { Reserves } from "@bbux/contract";
import { CopyLine } from "../../components/CopyLine.tsx";
import { exactTime } from "../../components/TimeAgo.format.ts";
import classes from "./Reserves.module.css";

type Proof = Reserves["controlProofs"][number];

const FORMS: Readonly<Record<Proof["form"], string>> = {
  message: "The signature is Ed25519 over exactly this text.",
  offchain: "The signature is Ed25519 over this text as a Solana off-chain message.",
};

/** Proofs that the operator has the keys of the cold wallets, as text and signature (docs/adr/0027). */
export function Control({ proofs }: { proofs: readonly Proof[] }) {
  return (
    <section className={classes.how} aria-labelledby="control">
      <h2 id="control">Control of the cold wallet</h2>
      <p>
        The cold wallet's key isn't on our servers. About once a year, the operator signs a text with it to show that
        they still have it. The address is the public key, so anyone can check the signature.
      </p>
      {proofs.length === 0 && <p>No proof has been published yet.</p>}
      {proofs.map((proof) => (
        <OneProof key={proof.address} proof={proof} />
      ))}
    </section>
  );
}

function OneProof({ proof: { text, signature, form, provedAt } }: { proof: Proof }) {
  return (
    <>
      <p>
        Last proof: <strong>{exactTime(provedAt)}</strong>
      </p>
      <pre className={classes.proof}>{text}</pre>
      <p>{FORMS[form]} In base64:</p>
      <CopyLine value={signature} label="Copy signature" />
    </>
  );
}
