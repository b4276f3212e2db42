// @vitest-environment happy-dom
import type { AuditEntry } from "@bbux/contract";
import { afterEach, describe, expect, it } from "vitest";
import { leave, show } from "../../lib/render.support.tsx";
import { AuditSentence } from "./AuditSentence.tsx";
import { AUDIT_LABELS } from "./auditLabels.ts";

afterEach(leave);

function say(entry: Partial<AuditEntry> & Pick<AuditEntry, "action">) {
  const whole: AuditEntry = {
    id: "1",
    actor: "teodor",
    targetType: null,
    targetId: null,
    subject: "noor",
    reason: null,
    details: {},
    createdAt: "2026-03-01T12:00:00.000Z",
    ...entry,
  };
  show(
    <p data-testid="said">
      <AuditSentence entry={whole} />
    </p>,
  );
  const said = Array.from(document.querySelectorAll("[data-testid=said]")).at(-1);
  return {
    text: said?.textContent,
    links: Array.from(said?.querySelectorAll("a") ?? [], (link) => link.getAttribute("href")),
  };
}

describe("an entry of the audit log [C6.27]", () => {
  it("says what was done to whose content, and links to it", () => {
    const hidden = say({ action: "CONTENT_HIDDEN", targetType: "post", targetId: "10", details: { abuse: true } });
    expect(hidden.text).toBe("teodor hid a post by noor as spam or abuse");
    expect(hidden.links).toEqual(["/users/teodor", "/posts/10", "/users/noor"]);
    const answer = { targetType: "answer", targetId: "11", details: { post: "10", flags: 2 } };
    expect(say({ action: "FLAGS_DISMISSED", ...answer }).text).toBe("teodor dismissed 2 flags on an answer by noor");
    expect(say({ action: "REVIEW_CLEARED", ...answer }).text).toBe("teodor cleared an answer by noor in a review");
    expect(say({ action: "REVIEW_FLAGGED", ...answer }).text).toBe("teodor flagged an answer by noor in a review");
    const file = { ...answer, action: "FILE_REMOVED", details: { post: "10", kind: "VIDEO" } };
    expect(say(file).text).toBe("teodor removed a video from an answer by noor");
    expect(say({ action: "FLAGS_DISMISSED", ...answer }).links).toContain("/posts/10#answer-11");
  });

  it.each([
    ["MEMBER_SUSPENDED", {}, "teodor suspended noor"],
    ["MEMBER_SUSPENDED", { votingFraud: true }, "teodor suspended noor for voting fraud"],
    ["MEMBER_UNSUSPENDED", { overturned: true }, "teodor ended the suspension of noor, which was wrong"],
    ["ROLE_CHANGED", { from: "user", to: "moderator" }, "teodor made noor a moderator instead of an ordinary member"],
    ["CLAIM_OFFERED", {}, "teodor offered the imported account of noor to its owner by mail"],
    ["EMAIL_SET", {}, "teodor gave noor another email address"],
    ["FACTORS_REMOVED", { removed: 2 }, "teodor removed the second factors of noor"],
    ["FILE_REMOVED", { kind: "IMAGE" }, "teodor removed a picture uploaded by noor"],
    ["FILE_REMOVED", { kind: "AVATAR" }, "teodor removed the profile picture of noor"],
    ["SESSIONS_ENDED", { ended: 3 }, "teodor ended all sessions of noor"],
    ["ACCOUNT_FROZEN", {}, "teodor froze the account of noor"],
    ["ACCOUNT_UNFROZEN", {}, "teodor ended the freeze of the account of noor"],
    ["WITHDRAWALS_FROZEN", { days: 7 }, "teodor froze the withdrawals of noor for 7 days"],
    ["WITHDRAWALS_UNFROZEN", {}, "teodor ended the freeze of the withdrawals of noor"],
    ["PUBLIC_PLACE_MARKED", { kind: "wallet", trace: "5tz" }, "teodor marked the wallet 5tz as a public place"],
    ["PUBLIC_PLACE_UNMARKED", { kind: "network", trace: "aGk" }, "teodor removed the public mark of the network aGk"],
    ["DEMO_ENDED", { from: "admin" }, "teodor closed the demo account noor"],
    ["TAG_APPROVED", { name: "postgis" }, "teodor approved the tag “postgis” that noor proposed"],
    ["TAG_DECLINED", { name: "help" }, "teodor declined the tag “help” that noor proposed"],
    ["PARAMETER_SET", { change: "Fee on a bounty: 5% → 4%" }, "teodor set a parameter: Fee on a bounty: 5% → 4%"],
    ["WITHDRAWALS_STOPPED", {}, "teodor stopped all withdrawals"],
    ["ALERT_CLOSED", { kind: "large_deposit" }, "teodor closed an alert: large deposit"],
    ["LOSS_RECORDED", { amount: "1250000000" }, "teodor recorded a loss of 1.2500 SOL in the reserves"],
    ["GAIN_RECORDED", { amount: "1250000000" }, "teodor recorded a gain of 1.2500 SOL in the reserves"],
    ["WITHDRAWAL_CANCELED", {}, "teodor canceled a withdrawal of noor"],
    ["WITHDRAWAL_APPROVED", { amount: "120000000000" }, "teodor approved a withdrawal of 120.0000 BBUX by noor"],
    ["WITHDRAWAL_REFUSED", { amount: "120000000000" }, "teodor refused a withdrawal of 120.0000 BBUX by noor"],
    ["WITHDRAWAL_UNAPPROVED", {}, "teodor gave back a withdrawal by noor, not approved in time"],
    ["CREDIT_APPROVED", { amount: "1250000000" }, "teodor approved crediting a deposit of 1.2500 SOL to noor"],
    ["SUSPENSE_RESOLVED", { amount: "1250000000" }, "teodor gave an unclaimed deposit of 1.2500 SOL to noor"],
    [
      "REFUND_APPEAL_DECIDED",
      { decision: "grant", amount: "2.5" },
      "teodor granted the appeal of noor about a refund of 2.50 BBUX",
    ],
    ["APPEAL_DECIDED", { granted: false }, "teodor denied the appeal of noor against the hiding of something"],
  ])("describes %s", (action, details, text) => {
    expect(say({ action, details }).text).toBe(text);
  });

  it("says what closing a post returned", () => {
    const closed = { action: "POST_CLOSED", targetType: "post", targetId: "10" };
    expect(say({ ...closed, details: { returned: "2500000000" } }).text).toContain("returned its bounty of 2.50 BBUX");
    expect(say({ ...closed, details: { returned: "0" } }).text).toBe("teodor closed a post by noor");
  });

  it("names the operator, and unknown actions by their code", () => {
    expect(say({ action: "WITHDRAWALS_RESUMED", actor: null }).text).toBe("The operator resumed withdrawals");
    expect(say({ action: "SOMETHING_NEW", subject: null }).text).toBe("teodor did SOMETHING_NEW");
  });

  it.each(Object.keys(AUDIT_LABELS))("has a sentence for %s", (action) => {
    expect(say({ action, targetType: "post", targetId: "1" }).text).not.toContain(action);
  });
});
