// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { leave, MEMBER, press, serve, show } from "../../lib/render.support.tsx";
import { ConfirmEmail } from "./ConfirmEmail.tsx";
import { DeadVerification } from "./VerifyEmail.tsx";
import { keepVerificationLink, keptVerificationLink } from "./verificationLink.ts";

afterEach(leave);

const LINK = "/verify-email?token=abc";
const shownLink = () => screen.queryByRole("link", { name: "Confirm email" })?.getAttribute("href");

describe("the line that asks to confirm the address", () => {
  it("shows the link of a server without mail again after a reload, and doesn't say that it was sent", () => {
    keepVerificationLink(MEMBER.id, LINK);
    show(<ConfirmEmail user={MEMBER} />);
    expect(shownLink()).toBe(LINK);
    expect(screen.queryByText(/We sent a link/)).toBeNull();
  });

  it("says that the link was sent if the server mails it, and shows no other member's", () => {
    keepVerificationLink("8", LINK);
    show(<ConfirmEmail user={MEMBER} />);
    expect(screen.getByText(`We sent a link to ${MEMBER.email}.`, { exact: false })).toBeTruthy();
    expect(shownLink()).toBeUndefined();
  });

  it("doesn't say that the link was sent in a browser without it, if the server mails none", () => {
    const facts = document.createElement("script");
    facts.id = "bbux-facts";
    facts.type = "application/json";
    facts.textContent = JSON.stringify({ showsMailedLinks: true });
    document.head.append(facts);
    show(<ConfirmEmail user={MEMBER} />);
    facts.remove();
    expect(screen.queryByText(/We sent a link/)).toBeNull();
    expect(screen.getByText(/^No email is sent here\./)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Show the link" })).toBeTruthy();
  });

  it("keeps the link that replaces it", async () => {
    const message = "Open the link to confirm your email address.";
    serve({ "auth.resendVerification": { success: true, message, verificationLink: LINK } });
    show(<ConfirmEmail user={MEMBER} />);
    press("Resend the link");
    await screen.findByText(message);
    expect(shownLink()).toBe(LINK);
    expect(keptVerificationLink(MEMBER.id)).toBe(LINK);
  });

  it("is asked for again once its link is dead", () => {
    keepVerificationLink(MEMBER.id, LINK);
    show(<DeadVerification message="This link has expired" />);
    expect(keptVerificationLink(MEMBER.id)).toBeUndefined();
  });

  it("forgets the link once mails are sent", () => {
    keepVerificationLink(MEMBER.id, LINK);
    keepVerificationLink(MEMBER.id, undefined);
    expect(keptVerificationLink(MEMBER.id)).toBeUndefined();
  });
});
