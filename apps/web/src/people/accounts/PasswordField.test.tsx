// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { leave, serve, show } from "../../lib/render.support.tsx";
import { PasswordField } from "./PasswordField.tsx";

afterEach(leave);

it("a password field is masked, takes what is pasted or filled in by a manager, and shows its text on request", async () => {
  const user = userEvent.setup();
  serve({});
  show(<PasswordField label="Password" name="password" autoComplete="current-password" />, null);
  const field = screen.getByLabelText<HTMLInputElement>("Password");
  expect([field.type, field.autocomplete]).toEqual(["password", "current-password"]);
  await user.click(field);
  await user.paste("four plain unrelated words");
  expect(field.value).toBe("four plain unrelated words");
  await user.tab();
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Show password");
  await user.keyboard("{Enter}");
  expect(field.type).toBe("text");
});
