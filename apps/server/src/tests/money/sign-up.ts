import { setTimeout as sleep } from "node:timers/promises";
import type { TestApp, TestMember } from "../../testing.ts";

const PAUSE_MS = 500;

/** Signs up a member; a busy app may refuse for a moment, so it retries under another name. */
export async function signUp(t: TestApp, name: string, tries = 20): Promise<TestMember> {
  try {
    return await t.member(`${name}-${tries}`);
  } catch (error) {
    if (tries === 0) throw error;
    await sleep(PAUSE_MS);
    return signUp(t, name, tries - 1);
  }
}
