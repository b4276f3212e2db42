// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { leave, press, show } from "../../lib/render.support.tsx";
import { useUploads } from "../../people/uploads/index.ts";
import { CodeBlocksEditor } from "./CodeBlocksEditor.tsx";
import { MarkdownEditor } from "./MarkdownEditor.tsx";

afterEach(leave);

function Editor({ start }: { start: string }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <MarkdownEditor label="Content" value={value} onChange={setValue} maxLength={100} />
      <button type="button" onClick={() => setValue("")}>
        Send
      </button>
    </>
  );
}

it("sets the cursor at once when it continues a list, so that a key typed right after isn't misplaced", async () => {
  // Where the browser refuses the command, the text is set instead.
  document.execCommand = () => false;
  show(<Editor start={"- a\nend"} />);
  const area = screen.getByLabelText<HTMLTextAreaElement>("Content");
  area.setSelectionRange(3, 3);
  fireEvent.keyDown(area, { key: "Enter" });
  expect([area.value, area.selectionStart]).toEqual(["- a\n- \nend", 6]);

  area.setSelectionRange(0, 0);
  await new Promise(requestAnimationFrame);
  expect(area.selectionStart).toBe(0);
});

it("returns from the preview to writing when its text is sent, and still shows a preview of no text", () => {
  show(<Editor start="So." />);
  const preview = () => screen.queryByRole("region", { name: "Preview: Content" });
  press("Preview");
  expect(preview()?.textContent).toContain("So.");
  press("Send");
  expect(preview()).toBeNull();
  press("Preview");
  expect(preview()?.textContent).toContain("Nothing to preview yet.");
});

function WithFiles({ start, maxLength = 500 }: { start: string; maxLength?: number }) {
  const [value, setValue] = useState(start);
  const uploads = useUploads();
  return <MarkdownEditor label="Content" value={value} onChange={setValue} maxLength={maxLength} uploads={uploads} />;
}

const area = () => screen.getByLabelText<HTMLTextAreaElement>("Content");
const drop = (...files: File[]) => fireEvent.drop(area(), { dataTransfer: { types: ["Files"], files } });

it("makes code of dropped files of text, in their language and order", async () => {
  document.execCommand = () => false;
  show(<WithFiles start="Like this:" />);
  area().setSelectionRange(10, 10);
  drop(new File(["a = 1\n"], "a.py", { type: "text/x-python" }), new File(["b"], "b.ts", { type: "video/mp2t" }));
  await waitFor(() => expect(area().value).toBe("Like this:\n```python\na = 1\n```\n```typescript\nb\n```\n"));
  expect(screen.queryByRole("list", { name: "Uploads" })).toBeNull();
});

it("says that a dropped file can't be taken if it isn't text, and changes nothing", async () => {
  document.execCommand = () => false;
  show(<WithFiles start="x" />);
  drop(new File(["a\0b"], "a.md", { type: "text/markdown" }));
  await screen.findByText("Please upload a video or image file");
  expect(area().value).toBe("x");
});

it.each([
  ["is too long for the text", 90, 100, "a.md doesn't fit. There's room for 99 more characters."],
  ["is larger than code may be", 20_001, 30_000, "a.md is too long. Code can have up to 20,000 characters."],
])("says beside the text that a dropped file of text %s, and changes nothing", async (_why, size, room, sentence) => {
  document.execCommand = () => false;
  show(<WithFiles start="x" maxLength={room} />);
  drop(new File(["a".repeat(size)], "a.md", { type: "text/markdown" }));
  const said = await screen.findByText(sentence);
  expect(area().getAttribute("aria-describedby")).toBe(said.id);
  expect(area().value).toBe("x");
  expect(screen.queryByRole("list", { name: "Uploads" })).toBeNull();
  fireEvent.change(area(), { target: { value: "" } });
  expect(screen.queryByText(sentence)).toBeNull();
});

const paste = (text: string) => {
  const data: Record<string, string> = {
    "text/plain": text,
    "vscode-editor-data": JSON.stringify({ mode: "javascript" }),
  };
  fireEvent.paste(area(), {
    clipboardData: { getData: (type: string) => data[type] ?? "", types: ["text/plain"], files: [] },
  });
};

it("pastes lines from a code editor as a code block", () => {
  document.execCommand = () => false;
  show(<WithFiles start="" />);
  paste("if (a) {\n  b();\n}");
  expect(area().value).toBe("```javascript\nif (a) {\n  b();\n}\n```\n");
});

it("pastes no half of a code block: says how much room is left, where the selection counts", () => {
  document.execCommand = () => false;
  show(<WithFiles start={"x".repeat(20)} maxLength={40} />);
  area().setSelectionRange(20, 20);
  paste("a();\nb();");
  expect(area().value).toBe("x".repeat(20));
  expect(screen.getByText("What you pasted doesn't fit. There's room for 20 more characters.")).toBeTruthy();
  area().setSelectionRange(0, 20);
  paste("a();\nb();");
  expect(area().value).toBe("```javascript\na();\nb();\n```\n");
});

it("shows its code in bands behind the text, with the same words", () => {
  show(<Editor start={"a\n```js\nb\n```\nc"} />);
  const bands = document.querySelector("[aria-hidden] > div")?.parentElement;
  expect(bands?.querySelector("div")?.textContent?.replace(/\u200b/g, "")).toBe("```js\nb\n```");
  press("Send");
  expect(bands?.isConnected).toBe(false);
});

it("returns from the preview when something is wrong with the code blocks in it", () => {
  const blocks = <CodeBlocksEditor value={[]} onChange={() => {}} />;
  const editor = (fails: boolean) => (
    <MarkdownEditor label="Content" value="x" onChange={() => {}} maxLength={9} blocks={blocks} blocksFail={fails} />
  );
  const { again } = show(editor(false));
  press("Preview");
  expect(screen.getByRole("group", { name: "Code blocks" }).parentElement?.inert).toBe(true);
  again(editor(true));
  expect(screen.queryByRole("region", { name: "Preview: Content" })).toBeNull();
  expect(screen.getByRole("group", { name: "Code blocks" }).parentElement?.inert).toBe(false);
});
