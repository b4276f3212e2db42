import { z } from "zod";
import { idOut, time } from "../ids.ts";
import { PARAMETER_NAMES } from "./parameters.rules.ts";

const parameterName = z.enum(PARAMETER_NAMES);
/** An integer in the parameter's unit, as decimal text, because amounts may exceed 2^53. */
export const parameterValue = z
  .string()
  .regex(/^\d{1,19}$/, "Must be a whole number")
  .meta({ description: "Whole number in the parameter's unit", example: "400" });

export const parameterChange = z
  .object({
    id: idOut,
    name: z.string(),
    value: parameterValue,
    previous: parameterValue,
    proposalId: idOut.nullable().meta({ description: "The proposal that changed it; null for an operator's change" }),
    reason: z.string(),
    createdAt: time,
  })
  .meta({ id: "ParameterChange" });
export type ParameterChange = z.infer<typeof parameterChange>;

export const parameter = z
  .object({
    name: parameterName,
    title: z.string(),
    says: z.string(),
    unit: z.enum(["basisPoints", "perMillionDaily", "count", "amount"]),
    value: parameterValue.meta({ description: "In force" }),
    default: parameterValue,
    min: parameterValue,
    max: parameterValue,
    changedAt: time.nullable(),
  })
  .meta({ id: "Parameter" });
export type Parameter = z.infer<typeof parameter>;
export const listParametersOutput = z.object({ parameters: z.array(parameter) });
export const parameterHistoryInput = z
  .object({ name: parameterName.optional(), limit: z.int().min(1).max(100).default(50) })
  .prefault({});
export const parameterHistoryOutput = z.object({ changes: z.array(parameterChange) });
export const setParameterInput = z.object({
  name: parameterName,
  value: parameterValue,
  reason: z.string().trim().min(10, "Say why, in at least 10 characters").max(500),
});
export const setParameterOutput = z.object({ success: z.literal(true), parameter });
