import { expect, it, vi } from "vitest";
import { sayVisit } from "./visit.ts";

function store() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}
const noon = new Date("2026-03-10T12:00:00Z");

it("a member comes by once a UTC day, and each member by themself", async () => {
  const kept = store();
  const say = vi.fn(async () => ({ success: true }));
  await sayVisit("7", noon, kept, say);
  await sayVisit("7", new Date("2026-03-10T23:59:59Z"), kept, say);
  expect(say).toHaveBeenCalledTimes(1);
  await sayVisit("8", noon, kept, say);
  await sayVisit("8", new Date("2026-03-11T00:00:00Z"), kept, say);
  expect(say).toHaveBeenCalledTimes(3);
});

it("what fails is quiet, and tried again", async () => {
  const kept = store();
  const say = vi.fn().mockRejectedValueOnce(new Error("offline")).mockResolvedValue({});
  await sayVisit("7", noon, kept, say);
  await sayVisit("7", noon, kept, say);
  await sayVisit("7", noon, kept, say);
  expect(say).toHaveBeenCalledTimes(2);
});

it("a browser without storage stops nobody", async () => {
  const refuse = () => {
    throw new Error("denied");
  };
  await expect(sayVisit("7", noon, { getItem: refuse, setItem: refuse }, async () => ({}))).resolves.toBeUndefined();
});
