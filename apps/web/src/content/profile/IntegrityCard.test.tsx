// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { IntegrityCard } from "./IntegrityCard.tsx";

afterEach(cleanup);

it("judges a member's score once someone has rated them, and not before [C9.12 C9.15]", () => {
  const { rerender } = render(<IntegrityCard score={5} ratings={0} />);
  const card = screen.getByRole("region", { name: "Integrity" });
  expect(card.textContent).toBe("IntegrityNot rated yetEveryone starts at 5 of 10 · 0 ratings");
  expect(card.hasAttribute("data-tone")).toBe(false);
  rerender(<IntegrityCard score={5} ratings={1} />);
  expect(card.textContent).toBe("IntegrityAverage5 of 10 · 1 rating");
  expect(card.getAttribute("data-tone")).toBe("orange");
});
