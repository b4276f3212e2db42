// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { leave, serve, show } from "../../lib/render.support.tsx";
import { Rail } from "./Rail.tsx";

afterEach(leave);

it("a pointer that rests on the navigation when the page loads doesn't open it, until it moves there", () => {
  serve({});
  show(<Rail />, null);
  const rail = screen.getByRole("navigation", { name: "Main" });
  // Browsers report these for a pointer that was there before.
  fireEvent.pointerOver(rail);
  fireEvent.pointerEnter(rail);
  fireEvent.mouseOver(rail);
  expect(rail.dataset.pointed).toBeUndefined();
  fireEvent.pointerMove(rail);
  expect(rail.dataset.pointed).toBe("");
  // The styles open it for a pointer only then.
  const styles = readFileSync(`${import.meta.dirname}/Rail.module.css`, "utf8");
  const hovers = styles.match(/[^\s(,]*:hover/g)?.filter((selector) => !/^\.(home|entry):/.test(selector));
  expect(new Set(hovers)).toEqual(new Set([".rail[data-pointed]:hover", "[data-pointed]:hover"]));
});
