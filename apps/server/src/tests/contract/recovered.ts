import type { TestMember } from "../../testing.ts";
import { call, ok } from "../support.ts";
import type { World } from "./world.ts";

/** A new member who has added something, and then recovered the account from a freeze, signed in with the new password. */
export async function recovered<Added extends object>(
  world: World,
  add: (member: TestMember) => Promise<Added>,
): Promise<Added & { member: TestMember }> {
  const { t } = world;
  const member = await world.fresh();
  const added = await add(member);
  ok(await call(t, "POST", "/auth/freeze", { as: member, body: {} }));
  const newPassword = "another good password";
  ok(await call(t, "POST", "/auth/reset-password", { body: { token: await world.resetToken(member), newPassword } }));
  const { token } = ok(await call(t, "POST", "/auth/login", { body: { email: member.email, password: newPassword } }));
  return { ...added, member: { ...member, headers: { authorization: `Bearer ${token}` } } };
}
