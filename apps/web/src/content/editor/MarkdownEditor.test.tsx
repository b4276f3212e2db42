// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { leave, show } from "../../lib/render.support.tsx";
import { MarkdownEditor } from "./MarkdownEditor.tsx";

afterEach(leave);

function Editor({ start }: { start: string }) {
  const [value, setValue] = useState(start);
  return <MarkdownEditor label="Content" value={value} onChange={setValue} maxLength={100} />;
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
