// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchNames } from "./watchNames.ts";

let end: () => void;
let shown: (string | undefined)[];

function at(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`No element ${id}`);
  return found;
}
const point = (type: string, id: string) =>
  at(id).dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: "mouse" }));
const key = (name: string, id: string) =>
  at(id).dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));

/** A mouse that is moved onto something. */
function moveTo(id: string) {
  point("pointerover", id);
  point("pointermove", id);
}

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `
    <a id="ada" data-member="ada" href="#"><b id="inside">Ada</b></a>
    <a id="bob" data-member="bob" href="#">Bob</a>
    <div id="card"><p id="figures">12</p></div>
    <textarea id="field"></textarea>
    <p id="elsewhere"></p>`;
  shown = [];
  const first = document.querySelector<HTMLAnchorElement>("#ada");
  if (!first) throw new Error("No name");
  end = watchNames({ first, card: { current: at("card") }, onName: (name) => shown.push(name?.dataset.member) });
});

afterEach(() => {
  end();
  vi.useRealTimers();
  document.body.innerHTML = "";
});

describe("a member's card", () => {
  it("opens for a mouse that rests on a name, and closes when it has left both", () => {
    moveTo("ada");
    moveTo("inside");
    vi.advanceTimersByTime(350);
    expect(shown).toEqual(["ada"]);
    moveTo("elsewhere");
    moveTo("figures");
    vi.runAllTimers();
    expect(shown).toEqual(["ada"]);
    moveTo("elsewhere");
    vi.runAllTimers();
    expect(shown).toEqual(["ada", undefined]);
  });

  it("doesn't open for a name that moves under a still mouse, or that the mouse only passes", () => {
    point("pointerover", "ada");
    vi.runAllTimers();
    moveTo("bob");
    moveTo("elsewhere");
    vi.runAllTimers();
    expect(shown).toEqual([]);
  });

  it("closes while someone types, and opens again only once the mouse has left the name", () => {
    moveTo("ada");
    vi.runAllTimers();
    key("a", "field");
    moveTo("ada");
    vi.runAllTimers();
    expect(shown).toEqual(["ada", undefined]);
    moveTo("elsewhere");
    moveTo("ada");
    vi.runAllTimers();
    expect(shown).toEqual(["ada", undefined, "ada"]);
    key("Escape", "ada");
    expect(shown).toHaveLength(4);
  });

  it("stays when it is pressed itself, and closes when anything else is", () => {
    moveTo("ada");
    vi.runAllTimers();
    point("pointerdown", "figures");
    expect(shown).toEqual(["ada"]);
    point("pointerdown", "elsewhere");
    expect(shown).toEqual(["ada", undefined]);
  });
});
