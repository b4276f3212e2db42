// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, expect, it } from "vitest";
import { leave, show } from "../../lib/render.support.tsx";
import { NameList } from "./NameList.tsx";
import { useMention } from "./useMention.ts";

afterEach(leave);

function Field() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState("@a");
  const mention = useMention({
    field,
    text,
    names: ["ada", "adam"],
    replace: ({ from, to, insert }) => setText(text.slice(0, from) + insert + text.slice(to)),
  });
  return (
    <>
      <textarea
        ref={field}
        aria-label="Text"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={mention.onKeyDown}
        onSelect={mention.onSelect}
      />
      <NameList mention={mention} over="line" />
    </>
  );
}

it("lists the names above the line, and takes one by Enter alone, not by Enter with another key", () => {
  show(<Field />);
  const area = screen.getByLabelText<HTMLTextAreaElement>("Text");
  area.focus();
  area.setSelectionRange(2, 2);
  fireEvent.select(area);
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual(["@ada", "@adam"]);
  for (const held of ["shiftKey", "ctrlKey", "metaKey", "altKey"]) {
    // `true` says that nobody has handled it.
    expect(fireEvent.keyDown(area, { key: "Enter", [held]: true })).toBe(true);
  }
  expect(area.value).toBe("@a");
  expect(fireEvent.keyDown(area, { key: "Enter" })).toBe(false);
  expect(area.value).toBe("@ada ");
});
