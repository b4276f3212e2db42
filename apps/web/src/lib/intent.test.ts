import { describe, expect, it } from "vitest";
import { Intent, newKey } from "./intent.ts";

describe("Intent", () => {
  const body = { title: "Why?", bountyAmount: "2.5" };

  it("keeps the key when the same body is sent again", () => {
    const intent = new Intent();
    expect(intent.keyFor(body)).toBe(intent.keyFor({ ...body }));
  });

  it("keeps the key when only the highest accepted fee has changed, so that nothing is paid twice", () => {
    const intent = new Intent();
    expect(intent.keyFor({ ...body, maxFee: "0.1" })).toBe(intent.keyFor({ ...body, maxFee: "0.2" }));
  });

  it("takes a new key for a changed body", () => {
    const intent = new Intent();
    expect(intent.keyFor(body)).not.toBe(intent.keyFor({ ...body, title: "Why not?" }));
  });

  it("takes a new key once the server has responded", () => {
    const intent = new Intent();
    const first = intent.keyFor(body);
    intent.settle();
    expect(intent.keyFor(body)).not.toBe(first);
  });

  it("supports calls without input", () => {
    const intent = new Intent();
    expect(intent.keyFor(undefined)).toBe(intent.keyFor(undefined));
  });
});

describe("newKey", () => {
  it("is a random UUID", () => {
    expect(newKey()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(newKey()).not.toBe(newKey());
  });
});
