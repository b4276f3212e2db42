// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { Markdown } from "../../components/Markdown.tsx";
import { MediaGrid } from "../../content/editor/index.ts";
import { leave, MEMBER, press, refusal, serve, show } from "../../lib/render.support.tsx";
import { ModeratorFiles } from "./ModeratorFiles.tsx";

afterEach(leave);

const URL = "/uploads/aaaaaaaaaaaaaaaaaaaaaa.png";
const MODERATOR = { ...MEMBER, role: "moderator" } as const;
const page = (
  <ModeratorFiles>
    <Markdown content={`Look: ![A cat](${URL})`} />
  </ModeratorFiles>
);

describe("a picture by a member", () => {
  it("can be removed by a moderator with a reason, after which its place says so", async () => {
    const { callsOf } = serve({
      "moderation.file": { removed: false, mayRemove: true },
      "moderation.removeFile": { success: true },
    });
    show(page, MODERATOR);
    await screen.findByText("Remove file");
    press("Remove file");
    const dialog = await screen.findByRole("dialog", { name: "Remove this file?" });
    const submit = () => fireEvent.submit(dialog.querySelector("form") as HTMLFormElement);
    submit();
    await screen.findByText("Please say why");
    expect(callsOf("moderation.removeFile")).toEqual([]);
    fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: "Shows an address" } });
    submit();
    await screen.findByText("Removed by a moderator");
    expect(callsOf("moderation.removeFile")[0]?.input).toEqual({ file: URL, reason: "Shows an address" });
    expect(screen.queryByAltText("A cat")).toBe(null);
    expect(screen.queryByText("Remove file")).toBe(null);
  });

  it("offers nothing to a moderator who may not decide", async () => {
    const answers = [{ removed: false, mayRemove: false }];
    const { count } = serve({ "moderation.file": () => answers.shift() });
    show(page, MODERATOR);
    await waitFor(() => expect(count("moderation.file")).toBe(1));
    await screen.findByAltText("A cat");
    expect(screen.queryByText("Remove file")).toBe(null);
  });

  it("costs readers no call while it can be loaded", async () => {
    const { count } = serve({});
    show(page);
    await screen.findByAltText("A cat");
    expect(count("moderation.file")).toBe(0);
  });

  it.each([
    ["removed by a moderator", { removed: true, mayRemove: false }, "Removed by a moderator"],
    ["lost for another reason", { removed: false, mayRemove: false }, "A cat"],
    ["lost while the server is away", refusal({ status: 404 }), "A cat"],
  ])("%s is told apart for readers", async (_, state, text) => {
    const { count } = serve({ "moderation.file": state });
    show(page);
    fireEvent.error(await screen.findByAltText("A cat"));
    await waitFor(() => expect(count("moderation.file")).toBe(1));
    await screen.findByText(text);
  });
});

it("a removed picture or video of a post says so in its place", async () => {
  serve({ "moderation.file": { removed: true, mayRemove: false } });
  const media = [
    { type: "IMAGE", url: URL },
    { type: "VIDEO", url: "/uploads/bbbbbbbbbbbbbbbbbbbbbb.mp4" },
  ];
  show(<MediaGrid media={media} />);
  fireEvent.error(await screen.findByAltText("Attachment 1"));
  fireEvent.error(screen.getByLabelText("Video 2"));
  await waitFor(() => expect(screen.getAllByText("Removed by a moderator")).toHaveLength(2));
});
