// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { fill, leave, refusal } from "../../lib/render.support.tsx";
import { askForm } from "./askForm.support.tsx";

afterEach(leave);

const suggested = () =>
  screen.queryAllByRole("button", { name: /^Add (?!code|files)/ }).map((button) => button.textContent);

describe("the tags suggested while a question is written", () => {
  const named = { data: ["typescript", "javascript"].map((name, n) => ({ id: `${n}`, name, postCount: 3 })) };

  it("are looked up for title, text and the languages of code, and are added with one press", {
    tags: "proof",
  }, async () => {
    const { callsOf } = askForm({ "tags.suggest": named });
    fill(/^Title/, "How do I narrow a union?");
    fill(/^Content/, "I have tried `in`.\n```ts\nconst secret = 1;\n```");
    await waitFor(() =>
      expect(callsOf("tags.suggest").at(-1)?.input).toEqual({
        title: "How do I narrow a union?",
        text: "TypeScript. I have tried `in`.",
      }),
    );
    await waitFor(() => expect(suggested()).toEqual(["typescript", "javascript"]));
    await userEvent.click(screen.getByRole("button", { name: "Add typescript" }));
    expect(await screen.findByText("1/10")).toBeTruthy();
    expect(suggested()).toEqual(["javascript"]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add javascript" })));
    await userEvent.click(screen.getByRole("button", { name: "Add javascript" }));
    const line = await screen.findByText("You've added all suggested tags.");
    await waitFor(() => expect(document.activeElement).toBe(line));
  });

  it("are none, without an error, when they can't be loaded", async () => {
    const { count } = askForm({ "tags.suggest": refusal() });
    fill(/^Title/, "How do I narrow a union?");
    await waitFor(() => expect(count("tags.suggest")).toBeGreaterThan(0));
    expect(suggested()).toEqual([]);
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
