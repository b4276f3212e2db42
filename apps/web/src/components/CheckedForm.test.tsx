// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { createPortal } from "react-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CheckedForm } from "./CheckedForm.tsx";

afterEach(cleanup);

type Invalid = readonly string[];

interface ExampleProps {
  /** Returns the faults, right away or later. */
  readonly check: () => Invalid | Promise<Invalid>;
  readonly more?: ReactNode;
}

function Example({ check, more }: ExampleProps) {
  const [invalid, setInvalid] = useState<Invalid>([]);
  return (
    <>
      <CheckedForm
        onSubmit={() => {
          const found = check();
          if (found instanceof Promise) void found.then(setInvalid);
          else setInvalid(found);
        }}
      >
        {["Title", "Text"].map((name) => (
          <input key={name} aria-label={name} aria-invalid={invalid.includes(name)} />
        ))}
        <div data-error={invalid.includes("Choice")}>
          <input type="radio" aria-label="Choice" />
        </div>
        <div data-error={invalid.includes("Media")}>
          <button type="button">Upload</button>
        </div>
        <button type="submit">Send</button>
        {more}
      </CheckedForm>
      <input aria-label="Elsewhere" />
    </>
  );
}

function form(check: ExampleProps["check"], more?: ReactNode): void {
  render(<Example check={check} more={more} />);
}

const field = (name: string) => screen.getByLabelText(name);
const send = () => userEvent.click(screen.getByRole("button", { name: "Send" }));
const focused = () => document.activeElement;

describe("a form that is checked", () => {
  it("focuses its first invalid field after each submit, and brings it into view", async () => {
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    form(() => ["Text", "Choice"]);
    await send();
    expect(focused()).toBe(field("Text"));
    expect(scrolled.mock.contexts).toEqual([field("Text")]);
    await send();
    expect(focused()).toBe(field("Text"));
  });

  it.each([
    ["the first radio button of an invalid group", "Choice", () => field("Choice")],
    ["the button of an invalid part without a field", "Media", () => screen.getByRole("button", { name: "Upload" })],
  ])("focuses %s", async (_what, invalid, find) => {
    form(() => [invalid]);
    await send();
    expect(focused()).toBe(find());
  });

  it("keeps the focus on its button if all fields are valid", async () => {
    form(() => []);
    await send();
    expect(focused()).toBe(screen.getByRole("button", { name: "Send" }));
  });

  it("focuses a field that the server refuses later", async () => {
    const answer = Promise.withResolvers<Invalid>();
    form(() => answer.promise);
    await send();
    await act(async () => answer.resolve(["Text"]));
    expect(focused()).toBe(field("Text"));
  });

  it.each(["Elsewhere", "Title"])("leaves the focus to a member who types into “%s” by then", async (name) => {
    const answer = Promise.withResolvers<Invalid>();
    form(() => answer.promise);
    await send();
    await userEvent.type(field(name), "x");
    await act(async () => answer.resolve(["Text"]));
    expect(focused()).toBe(field(name));
  });

  it("still leads to what the server refuses after a press in a dialog that it opened", async () => {
    const answer = Promise.withResolvers<Invalid>();
    form(() => answer.promise, createPortal(<button type="button">Confirm</button>, document.body));
    await send();
    fireEvent.pointerDown(screen.getByRole("button", { name: "Confirm" }));
    await act(async () => answer.resolve(["Text"]));
    expect(focused()).toBe(field("Text"));
  });

  it("isn't submitted with the form of a dialog that it opened", async () => {
    const [outer, inner] = [vi.fn(() => []), vi.fn()];
    const dialog = (
      <CheckedForm onSubmit={inner}>
        <button type="submit">Confirm</button>
      </CheckedForm>
    );
    form(outer, createPortal(dialog, document.body));
    await userEvent.click(screen.getByRole("button", { name: "Confirm" }));
    expect(inner).toHaveBeenCalledOnce();
    expect(outer).not.toHaveBeenCalled();
  });
});
