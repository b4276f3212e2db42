// @vitest-environment happy-dom
import { DEFAULT_BRAND } from "@bbux/contract";
import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { fill, leave, press, serve, show } from "../../lib/render.support.tsx";
import { BrandForm } from "./BrandForm.tsx";

afterEach(leave);

describe("the branding", () => {
  it("can't be saved until it differs from what is saved", () => {
    serve({});
    show(<BrandForm brand={DEFAULT_BRAND} onSaved={() => {}} />);
    const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save changes" });
    expect(save.disabled).toBe(true);
    fill("Name", `${DEFAULT_BRAND.name} `);
    expect(save.disabled).toBe(true);
    fill("Name", "Ask Harbor");
    expect(save.disabled).toBe(false);
    fill("Name", DEFAULT_BRAND.name);
    expect(save.disabled).toBe(true);
    fill("Accent in light mode", "#5b21b6");
    expect(save.disabled).toBe(false);
    press("Use default colors");
    expect(save.disabled).toBe(true);
  });

  it("has its images under one heading", () => {
    serve({});
    show(<BrandForm brand={DEFAULT_BRAND} onSaved={() => {}} />);
    const images = within(screen.getByRole("group", { name: "Images" }));
    expect(images.getAllByRole("group").map((image) => image.querySelector("legend")?.textContent)).toEqual([
      "Logo",
      "Icon",
    ]);
  });
});
