// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { SubmitButton } from "./SubmitButton.tsx";

afterEach(cleanup);

function form(pending: boolean) {
  const sent = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  const shown = (disabled: boolean) => (
    <MantineProvider>
      <form onSubmit={sent}>
        <SubmitButton pending={pending} pendingText="Selling..." disabled={disabled}>
          Sell
        </SubmitButton>
      </form>
    </MantineProvider>
  );
  const { rerender } = render(shown(false));
  return { sent, disable: () => rerender(shown(true)) };
}

it("sends its form when clicked", async () => {
  const { sent } = form(false);
  await userEvent.click(screen.getByRole("button", { name: "Sell" }));
  expect(sent).toHaveBeenCalledOnce();
});

it("sends nothing while the form is being sent, says so, and keeps the focus", async () => {
  const { sent } = form(true);
  const button = screen.getByRole("button", { name: "Selling..." });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(button);
  expect(sent).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(button);
});

it("sends nothing once there is nothing to send, and keeps the focus until the member leaves", async () => {
  const { sent, disable } = form(false);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Sell" });
  await userEvent.click(button);
  disable();
  await userEvent.click(button);
  await userEvent.keyboard("{Enter}");
  expect(sent).toHaveBeenCalledOnce();
  expect([document.activeElement, button.disabled, button.getAttribute("aria-disabled")]).toEqual([
    button,
    false,
    "true",
  ]);
  await userEvent.tab();
  expect(button.disabled).toBe(true);
});
