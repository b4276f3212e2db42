import { expect, it, vi } from "vitest";
import { reportVisit } from "./dailyVisit.ts";

function store() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}
const noon = new Date("2026-03-10T12:00:00Z");

it("a visit is reported once per UTC day and member", async () => {
  const kept = store();
  const say = vi.fn(async () => ({ success: true }));
  await reportVisit("7", noon, kept, say);
  await reportVisit("7", new Date("2026-03-10T23:59:59Z"), kept, say);
  expect(say).toHaveBeenCalledTimes(1);
  await reportVisit("8", noon, kept, say);
  await reportVisit("8", new Date("2026-03-11T00:00:00Z"), kept, say);
  expect(say).toHaveBeenCalledTimes(3);
});

it("a failed report is silent and retried", async () => {
  const kept = store();
  const say = vi.fn().mockRejectedValueOnce(new Error("offline")).mockResolvedValue({});
  await reportVisit("7", noon, kept, say);
  await reportVisit("7", noon, kept, say);
  await reportVisit("7", noon, kept, say);
  expect(say).toHaveBeenCalledTimes(2);
});

it("a browser without storage still reports visits", async () => {
  const refuse = () => {
    throw new Error("denied");
  };
  await expect(reportVisit("7", noon, { getItem: refuse, setItem: refuse }, async () => ({}))).resolves.toBeUndefined();
});
