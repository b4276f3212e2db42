import { amountNumber, LIMITS } from "@bbux/contract";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { bbux } from "../../components/Amount.format.ts";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { numberText } from "../../lib/locale.ts";
import { type PostDraft, toBuy } from "../editor/index.ts";
import classes from "./AskForm.module.css";
import type { BountyPrice } from "./useBountyPrice.ts";

interface AskButtonsProps {
  readonly draft: PostDraft;
  readonly price: BountyPrice;
  readonly sending: boolean;
}

/** What posting is called: with a bounty, what it takes from the balance. */
export function postLabel(total: bigint | null): string {
  return total === null ? "Post question" : `Post and lock ${bbux(total, { exact: true })}`;
}

/**
 * The buttons at the end of the ask form. When the balance is too low, buying the rest comes first; posting stays
 * possible, because only the server knows the balance of this moment.
 */
export function AskButtons({ draft, price, sending }: AskButtonsProps) {
  const missing = draft.hasBounty ? price.missing : 0n;
  const left = LIMITS.content - draft.content.length;
  return (
    <div className={classes.buttons}>
      {missing > 0n && (
        <Button
          renderRoot={(props) => (
            <Link to="/wallet" search={{ amount: amountNumber(toBuy(missing)), from: "question" }} {...props} />
          )}
        >
          {`Buy ${bbux(toBuy(missing), { exact: true })}`}
        </Button>
      )}
      <SubmitButton pending={sending} pendingText="Posting..." variant={missing > 0n ? "default" : "filled"}>
        {postLabel(draft.hasBounty ? price.total : null)}
      </SubmitButton>
      <span className={classes.kept}>{left < 1000 ? `${numberText(left)} characters left` : null}</span>
    </div>
  );
}
