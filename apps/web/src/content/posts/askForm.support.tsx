import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect } from "vitest";
import { type Call, fill, type Replies, refusal, serve, show } from "../../lib/render.support.tsx";
import { PARAMETERS, WALLET_OF_FIVE } from "../../lib/wallet.support.ts";
import { AskForm } from "./AskForm.tsx";

const TAGS = ["javascript", "typescript", "type-theory"].map((name, n) => ({ id: `${n}`, name, postCount: 9 - n }));

/** Shows the ask form to a member with five BBUX. */
export function askForm(replies: Replies = {}) {
  const matches = { wait: Promise.resolve() };
  const server = serve({
    "tags.list": async ({ input }: Call) => {
      await matches.wait;
      const search = String(Object(input).search ?? "");
      return { data: TAGS.filter(({ name }) => name.includes(search)) };
    },
    "parameters.list": PARAMETERS,
    "wallet.get": WALLET_OF_FIVE,
    "posts.similar": { posts: [] },
    "posts.create": refusal(),
    "profile.spending": { confirmAbove: "10" },
    "tags.suggest": { data: [] },
    ...replies,
  });
  show(<AskForm userId="7" />);
  return { ...server, matches, posted: () => server.count("posts.create") };
}

/** The field for tags. */
export const tagField = () => screen.getByRole("combobox", { name: /^Tags/ });

/** Shows a form that could be posted, with a bounty. */
export async function complete(replies: Replies = {}, amount = "2") {
  const form = askForm(replies);
  fill(/^Title/, "How do I narrow a union?");
  fill(/^Content/, "I have tried `in`.");
  await userEvent.type(tagField(), "javascript{Enter}");
  await screen.findByText("1/10");
  await userEvent.click(screen.getByLabelText(/^Offer a bounty/));
  fill(/^Amount/, amount);
  await screen.findByRole("button", { name: POST });
  await waitFor(() => expect(form.count("profile.spending")).toBe(1));
  return form;
}

/** The name of its button with a bounty. */
export const POST = /^Post and lock/;
