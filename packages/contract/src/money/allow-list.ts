import { z } from "zod";
import { time } from "../platform/ids.ts";
import { LIMITS } from "../platform/limits.ts";
import { rawText, text } from "../platform/text.ts";

/** A member's allow-list of withdrawal addresses (docs/adr/0045). What loosens it takes so many hours. */
export const ALLOW_LIST = { hours: 48, max: 20, label: 40 } as const;

const address = rawText({ min: 1, max: LIMITS.address, tooShort: "address is required" }).meta({
  description: "A Solana address",
});

export const allowedAddress = z
  .object({
    address: z.string(),
    label: z.string(),
    addedAt: time,
    usableAt: time.meta({ description: "From then on it can be withdrawn to" }),
    isUsable: z.boolean(),
  })
  .meta({ id: "AllowedAddress" });
export type AllowedAddress = z.infer<typeof allowedAddress>;

export const allowList = z
  .object({
    isOn: z.boolean().meta({ description: "Whether withdrawals go to its addresses only" }),
    offAt: time.nullable().meta({ description: "When it ends, if the member has turned it off" }),
    addresses: z.array(allowedAddress).meta({ description: "The latest first" }),
  })
  .meta({ id: "AllowList" });
export type AllowList = z.infer<typeof allowList>;

export const allowAddressInput = z.object({
  address,
  label: text({ min: 0, max: ALLOW_LIST.label }).default("").meta({ description: "The member's own name for it" }),
});
export const disallowAddressInput = z.object({ address });
export const setAllowListInput = z.object({ on: z.boolean() });
