import { LANDING } from "@bbux/contract";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
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
        <p className={classes.lead}>{LANDING.lead}</p>
        <div className={classes.actions}>
          {member ? (
            <Button size="md" renderRoot={(props) => <Link to="/community" {...props} />}>
              Go to the community
            </Button>
          ) : (
            <Button size="md" renderRoot={(props) => <Link to="/signup" {...props} />}>
              Get started
            </Button>
          )}
          <Button size="md" variant="default" renderRoot={(props) => <Link to="/posts/create" {...props} />}>
            Create a bounty
          </Button>
        </div>
      </div>
      <Escrow />
    </section>
  );
}
