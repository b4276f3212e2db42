// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { fill, leave, MEMBER, press, type Replies, refusal, serve, show } from "../../lib/render.support.tsx";
import { currentSession } from "../../lib/session.ts";
import { DeleteAccountDialog } from "./DeleteAccountDialog.tsx";
import { EmailAddress } from "./EmailAddress.tsx";
import { OwnProfileData } from "./OwnProfileData.tsx";
import { ProfileTab } from "./ProfileTab.tsx";
import { TrustStatus } from "./TrustStatus.tsx";

afterEach(leave);

describe("the settings of a profile", () => {
  const tab = <OwnProfileData>{(profile) => <ProfileTab user={MEMBER} profile={profile} />}</OwnProfileData>;

  it("say 'Failed to update profile' and why, and keep the input [C8.37]", async () => {
    serve({ "profile.get": MEMBER, "profile.update": refusal({ error: "Not today" }) });
    show(tab);
    await screen.findByLabelText("Bio");
    fill("Bio", "Kept");
    press("Save changes");
    expect((await screen.findByRole("alert")).textContent).toBe("Failed to update profileNot today.");
    expect(screen.getByLabelText<HTMLTextAreaElement>("Bio").value).toBe("Kept");
  });

  it("say 'Failed to load user data', and load after another try [C8.23]", async () => {
    let fails = true;
    serve({ "profile.get": () => (fails ? refusal() : MEMBER) });
    show(tab);
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to load user data");
    fails = false;
    press("Try again");
    expect(await screen.findByLabelText("Bio")).toBeTruthy();
  });
});

describe("the email address", () => {
  it("is changed by a link that is mailed to the new one", async () => {
    const message = "A mail with a link is on its way to new@example.org.";
    const { callsOf } = serve({ "emailChange.request": { success: true, message } });
    show(<EmailAddress user={MEMBER} />);
    fill("New email address", "new@example");
    press("Change email address");
    expect(await screen.findByText("Please enter a valid email address")).toBeTruthy();
    fill("New email address", "new@example.org");
    press("Change email address");
    expect(await screen.findByText(message)).toBeTruthy();
    expect(callsOf("emailChange.request").map(({ input }) => input)).toEqual([{ newEmail: "new@example.org" }]);
    expect(screen.queryByRole("link")).toBeNull();
  });

  it("says at the field what the server refuses", async () => {
    const details = [{ field: "newEmail", message: "This is already your email address" }];
    serve({ "emailChange.request": refusal({ status: 422, code: "VALIDATION_ERROR", details }) });
    show(<EmailAddress user={MEMBER} />);
    fill("New email address", "ada@example.org");
    press("Change email address");
    expect(await screen.findByText("This is already your email address")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("the trust level", () => {
  const allowance = (kind: string, day: number, left: number, until: string | null = null) => ({
    ...{ kind, day, left, until },
    ...{ minute: null, used: day - left },
  });
  const next = { level: "established", confirmEmail: false, points: 12, pointsNeeded: 50, oldEnoughAt: null };
  const trust = {
    ...{ success: true, level: "verified", next, isLimited: true },
    allowances: [
      allowance("posts", 5, 2, "2026-03-02T12:00:00Z"),
      allowance("uploads", 300 * 1024 ** 2, 1024 ** 2 * 1.5),
    ],
  };

  it("is shown with what the next one takes, and what is left of each limit", async () => {
    serve({ "trust.get": trust });
    show(<TrustStatus />);
    expect((await screen.findByText(/verified member/)).parentElement?.textContent).toContain("12 of the 50 points");
    expect(screen.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("Your limits today"),
      expect.stringMatching(/^Questions askedLeft2 of 5, starts again .*\d/),
      "MB uploadedLeft1 of 300",
    ]);
  });

  it("tells newcomers to confirm their address, and says when nothing is limited", async () => {
    const first = { ...next, level: "verified", confirmEmail: true };
    serve({ "trust.get": { ...trust, level: "new", next: first, isLimited: false } });
    show(<TrustStatus />);
    expect((await screen.findByText(/new member/)).parentElement?.textContent).toContain("Confirm your email address");
    expect(screen.queryByRole("table")).toBeNull();
  });
});

describe("an account", () => {
  async function refused(replies: Replies) {
    const server = serve({ "auth.stepUp": { success: true }, ...replies });
    show(<DeleteAccountDialog opened onClose={() => {}} />);
    fill("Your password", "correct horse battery");
    press("Delete for good");
    return { ...server, alert: (await screen.findByRole("alert")).textContent };
  }

  it("with an open bounty isn't deleted, and leads to the bounty", async () => {
    const error = "A bounty of this account is not settled yet";
    const details = { postId: "1042" };
    const { alert } = await refused({
      "auth.deleteAccount": refusal({ status: 409, code: "ACCOUNT_HAS_BOUNTIES", error, details }),
    });
    expect(alert).toContain(error);
    expect(screen.getByRole("link", { name: /bounty/ }).getAttribute("href")).toBe("/posts/1042");
  });

  it("of the last admin isn't deleted, and says what to do", async () => {
    const error = "The last admin can't leave. Make someone else an admin first.";
    const { alert } = await refused({ "auth.deleteAccount": refusal({ status: 409, code: "LAST_ADMIN", error }) });
    expect(alert).toContain(error);
  });

  it("with a balance is deleted only if the treasury may keep it", async () => {
    const error = "There is BBUX in this account. Withdraw it first, or leave it to the treasury.";
    const kept = refusal({ status: 409, code: "ACCOUNT_HAS_FUNDS", error, details: { balance: "2.5" } });
    const replies = [kept, { success: true, closesAt: "2026-12-06T10:20:00.000Z" }];
    const { alert, callsOf } = await refused({ "auth.deleteAccount": () => replies.shift() });
    expect(alert).toContain("There is BBUX in this account.");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Delete for good" }).disabled).toBe(true);
    expect(screen.getByText("When:").parentElement?.textContent).toContain("in 7 days");
    fireEvent.click(screen.getByLabelText("Give the 2.50 BBUX in this account to the treasury"));
    press("Delete for good");
    await waitFor(() => expect(currentSession().user).toBeNull());
    expect(callsOf("auth.deleteAccount").map(({ input }) => Object(input).forfeitBalance)).toEqual([false, true]);
  });

  it("isn't asked for without the right password, which is the fresh proof of a member without a second factor", async () => {
    const error = "Current password is incorrect";
    const { callsOf } = serve({ "auth.stepUp": refusal({ code: "WRONG_PASSWORD", error }) });
    show(<DeleteAccountDialog opened onClose={() => {}} />);
    fill("Your password", "a wrong guess");
    press("Delete for good");
    await screen.findByText(error);
    expect(callsOf("auth.deleteAccount")).toEqual([]);
  });

  it("of a member with a second factor is asked for, so that the server asks for a code", async () => {
    const replies = {
      "auth.stepUp": refusal({ status: 401, code: "SECOND_FACTOR_REQUIRED", error: "Enter the code" }),
      "auth.deleteAccount": refusal({ status: 409, code: "LAST_ADMIN", error: "The last admin can't leave." }),
    };
    const { alert } = await refused(replies);
    expect(alert).toContain("The last admin can't leave.");
  });
});
