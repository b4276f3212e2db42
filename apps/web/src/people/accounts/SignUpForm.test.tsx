// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SignUpForm } from "./SignUpForm.tsx";

const session = vi.hoisted(() => ({ setUser: vi.fn(), refresh: vi.fn() }));
const idle = vi.hoisted(() => ({ useMutation: () => ({ isPending: false, error: null }) }));
const user = { id: "7", username: "ada" };
vi.mock("../../lib/session.ts", () => session);
vi.mock("../../lib/trpc.ts", () => ({
  trpc: {
    auth: {
      walletSignup: idle,
      openIdSignup: idle,
      openIdStart: idle,
      walletOptions: idle,
      signup: {
        useMutation: ({ onSuccess }: { onSuccess: (answer: { user: object }) => void }) => ({
          isPending: false,
          error: null,
          mutate: () => onSuccess({ user }),
        }),
      },
    },
  },
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it("sets the new member as soon as the sign-up succeeds, and refetches them once, 100 ms later [C4.04]", async () => {
  const onDone = vi.fn();
  render(
    <MantineProvider>
      <SignUpForm onDone={onDone} />
    </MantineProvider>,
  );
  const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fill("Username", "ada");
  fill("Email", "ada@example.org");
  fill("Password", "correct horse battery");
  fireEvent.click(screen.getByRole("button", { name: "Create account" }));
  expect(session.setUser.mock.calls).toEqual([[user]]);
  expect(onDone).toHaveBeenCalledOnce();
  act(() => vi.advanceTimersByTime(99));
  expect(session.refresh).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  expect(session.refresh).toHaveBeenCalledOnce();
  act(() => vi.advanceTimersByTime(10_000));
  expect(session.refresh).toHaveBeenCalledOnce();
});
