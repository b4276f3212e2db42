import { LANDING, leadOf } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { ButtonLook } from "../../components/PlainButton.tsx";
import { FACTS } from "../../lib/facts.ts";
import { Escrow } from "./Escrow.tsx";
import classes from "./Landing.module.css";
import { useIsMember } from "./useIsMember.ts";

/** What the platform is, and the two ways in, with one bounty as a statement. */
export function Hero() {
  const member = useIsMember();
  return (
    <section className={classes.hero}>
      <div>
        <h1 className={classes.headline}>{LANDING.headline}</h1>
        <p className={classes.lead}>{leadOf(FACTS.brand.name)}</p>
        <div className={classes.actions}>
          {member ? (
            <ButtonLook size="md" root={(drawn) => <Link to="/community" {...drawn} />}>
              Go to the community
            </ButtonLook>
          ) : (
            <ButtonLook size="md" root={(drawn) => <Link to="/signup" {...drawn} />}>
              Sign up
            </ButtonLook>
          )}
          <ButtonLook size="md" variant="default" root={(drawn) => <Link to="/posts/create" {...drawn} />}>
            Ask a question
          </ButtonLook>
        </div>
      </div>
      <Escrow />
    </section>
  );
}
