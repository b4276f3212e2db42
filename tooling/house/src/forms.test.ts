import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { sourcesOf } from "./imports.ts";

const APP = resolve(import.meta.dirname, "../../../apps/web/src");

const sources = sourcesOf(APP).map((file) => ({ file, text: readFileSync(join(APP, file), "utf8") }));

/** The files of the app whose text has it. */
const withText = (what: RegExp) => sources.filter(({ text }) => what.test(text));
const namesOf = (found: typeof sources) => found.map(({ file }) => file);

it("leads to the first fault of every form: each is a CheckedForm", () => {
  const forms = withText(/<form\b/);
  expect(namesOf(forms)).toContain("components/CheckedForm.tsx");
  for (const { file, text } of forms) expect(text, file).toMatch(/function CheckedForm\(/);
});

const SECRET = /<(?:PasswordField|CodeField)\b[\s\S]*?\/>/g;

it("reads passwords and codes when a form is sent, because password managers may fill them without an event", () => {
  expect(namesOf(withText(/<PasswordInput\b|type="password"/))).toEqual(["people/accounts/PasswordField.tsx"]);
  const forms = withText(/<(PasswordField|CodeField)\b/);
  expect(forms.length).toBeGreaterThan(9);
  for (const { file, text } of forms) {
    expect(text, file).toMatch(/\bfilled(In)?\(/);
    // React would empty a field again whose value it holds, but hasn't seen.
    expect(text.match(SECRET)?.join("\n"), file).not.toMatch(/\bvalue=/);
  }
});
