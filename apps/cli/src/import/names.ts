import { isReservedUsername, LIMITS, soundsOfficial } from "@bbux/contract";

const { min, max } = LIMITS.username;

/**
 * Endless usernames to try for a person, best first. Ours allow fewer characters than display names and must be unique:
 * `Zoë Müller` becomes `Zoe_Muller`, and a second one `Zoe_Muller-42` with the given number.
 * @param number distinguishes people of the same name; their id in the dump
 */
export function* usernames(displayName: string, number: string): Generator<string, never> {
  const suffix = number.replace(/\D/g, "");
  const plain = displayName
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßẞ]/g, "ss")
    .replace(/[øØ]/g, "o")
    .replace(/[łŁ]/g, "l")
    .replace(/[’'`".]/g, "")
    .replace(/[^A-Za-z0-9_-]+/g, "_")
    .replace(/^[_-]+|[_-]+$/g, "");
  // No number makes a name that sounds official anyone's.
  const base = /[A-Za-z0-9]/.test(plain) && !soundsOfficial(plain) ? plain : "user";
  if (base.length >= min && base !== "user" && !isReservedUsername(base)) yield base.slice(0, max);
  for (let round = 1; ; round++) {
    const tail = `${suffix === "" ? "" : `-${suffix}`}${round === 1 && suffix !== "" ? "" : `-${round}`}`;
    const name = `${base.slice(0, max - tail.length)}${tail}`;
    if (name.length >= min && !isReservedUsername(name)) yield name;
  }
}
