import type { LimitName } from "@bbux/api";
import { DAY_MS, HOUR_MS, RATE_LIMITS } from "@bbux/contract";
import type { Env } from "../../env.ts";

const WINDOWS = { minute: 60_000, hour: HOUR_MS, day: DAY_MS } as const;

interface Window {
  readonly unit: keyof typeof WINDOWS;
  readonly ms: number;
  readonly max: number;
}

/** How often something may happen in each of its windows. */
export interface Rule {
  readonly name: string;
  readonly windows: readonly Window[];
  /** Whether a process that has lost the others' counts allows only a third (docs/adr/0034). */
  readonly isStrict: boolean;
}

/** What an attacker would turn Redis off for: sign-in, sign-up, resets, money and votes. */
const STRICT: ReadonlySet<string> = new Set<LimitName>([
  "signIn",
  "signInNetwork",
  "signInRegion",
  "secondFactor",
  "account",
  "accountNetwork",
  "accountRegion",
  "money",
  "relay",
  "chain",
  "vote",
]);

export interface Rules {
  readonly visitors: Rule;
  readonly members: Rule;
  readonly pages: Rule;
  named(limit: LimitName): Rule;
}

export function rulesOf(env: Env): Rules {
  const { public: _, authenticated: __, page: ___, ...others } = RATE_LIMITS;
  const named: ReadonlyMap<string, Rule> = new Map(
    Object.entries(others).map(([name, most]) => [name, rule(name, most, STRICT.has(name))]),
  );
  return {
    visitors: rule("visitor", { minute: env.RATE_LIMIT_PUBLIC_MINUTE, hour: env.RATE_LIMIT_PUBLIC_HOUR }),
    members: rule("member", { minute: env.RATE_LIMIT_MEMBER_MINUTE, hour: env.RATE_LIMIT_MEMBER_HOUR }),
    pages: rule("page", { minute: env.RATE_LIMIT_PAGE_MINUTE, hour: env.RATE_LIMIT_PAGE_HOUR }),
    named(limit) {
      const found = named.get(limit);
      if (!found) throw new Error(`There is no limit ${limit}`);
      return found;
    },
  };
}

function rule(name: string, most: Partial<Record<Window["unit"], number>>, isStrict = false): Rule {
  const windows = (["minute", "hour", "day"] as const).flatMap((unit) => {
    const max = most[unit];
    return max === undefined ? [] : [{ unit, max, ms: WINDOWS[unit] }];
  });
  return { name, windows, isStrict };
}
