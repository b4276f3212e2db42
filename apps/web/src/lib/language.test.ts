// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { browserLanguage, chooseLanguage, chosenLanguage } from "./language.ts";

const reload = vi.fn();
beforeEach(() => void vi.stubGlobal("location", { protocol: "http:", reload }));
afterEach(() => chooseLanguage(null));

it("is kept in a cookie, loads the page again, and is taken back", () => {
  expect(chosenLanguage()).toBe(null);
  chooseLanguage("de");
  expect(document.cookie).toContain("bbux_language=de");
  expect(chosenLanguage()).toBe("de");
  chooseLanguage(null);
  expect(chosenLanguage()).toBe(null);
  expect(reload).toHaveBeenCalledTimes(2);
});

it("counts only if the interface has it, whatever else the cookies say", () => {
  expect(chosenLanguage("a=1; bbux_language=ja")).toBe("ja");
  expect(chosenLanguage("bbux_language=fr")).toBe(null);
  expect(chosenLanguage("other_bbux_language=de")).toBe(null);
});

it("is otherwise the first of the browser's that the interface has", () => {
  expect(browserLanguage(["fr-FR", "es-MX", "de"])).toBe("es");
  expect(browserLanguage(["fr-FR"])).toBe("en");
});
