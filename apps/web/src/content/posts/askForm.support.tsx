import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { type Call, type Replies, refusal, serve, show } from "../../lib/render.support.tsx";
import { PARAMETERS, WALLET_OF_FIVE } from "../../lib/wallet.support.ts";
import { EMPTY_DRAFT } from "../editor/index.ts";
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

/** Shows a form that could be posted, with a bounty. It comes from a stored draft, because typing it takes seconds. */
export async function complete(replies: Replies = {}, amount = "2") {
  const written = { title: "How do I narrow a union?", content: "I have tried `in`.", tags: ["javascript"] };
  localStorage.setItem("bbux.draft.post.7", JSON.stringify({ ...EMPTY_DRAFT, ...written, hasBounty: true, amount }));
  const form = askForm(replies);
  await screen.findByText("1/10");
  await screen.findByRole("button", { name: POST });
  await waitFor(() => expect(form.count("profile.spending")).toBe(1));
  return form;
}

/** The name of its button with a bounty. */
export const POST = /^Post and lock/;
