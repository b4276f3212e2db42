import { PASSWORD_CODES, type PasswordCode } from "@bbux/contract";
import { vi } from "vitest";
import type { Case } from "./cases.ts";
import type { World } from "./world.ts";

type Owner = { readonly email: string };
type Choose = (owner: Owner) => string;

/** Known from a breach, as far as the server of these tests can tell. */
const LEAKED = "three unlikely words";

/** A password for each reason to refuse one. */
const BAD: Readonly<Record<PasswordCode, Choose>> = {
  PASSWORD_OWN_NAME: ({ email }) => email,
  PASSWORD_COMMON: () => "password",
  PASSWORD_GUESSABLE: () => "aaaaaaaa",
  PASSWORD_LEAKED: () => LEAKED,
};

/**
 * The cases of a call that sets a password, one for each reason to refuse it.
 * @param call makes the call with a password that is chosen for its owner
 */
export function badPasswordCases(call: (choose: Choose) => Pick<Case, "input" | "caller">): Case[] {
  return PASSWORD_CODES.map((code) => {
    const { input, caller } = call(BAD[code]);
    return {
      title: `refuses a bad password with ${code}`,
      ...(input && { input: knowingLeaked(input) }),
      ...(caller && { caller: knowingLeaked(caller) }),
      refused: code,
    };
  });
}

/** Has the server know a password from a breach, before what follows. */
function knowingLeaked<T>(then: (world: World) => T): (world: World) => T {
  return (world) => {
    vi.spyOn(world.t.services, "isLeakedPassword").mockImplementation(async (password) => password === LEAKED);
    return then(world);
  };
}
