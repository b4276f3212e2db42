import type { ParameterName } from "@bbux/contract";
import { useParameters } from "../lib/parameters/useParameters.ts";
import { valueText } from "../lib/parameters/valueText.ts";
import { PlainSkeleton } from "./PlainSkeleton.tsx";

interface ParameterTextProps {
  readonly name: ParameterName;
  /** Shown while the value can't be read. */
  readonly otherwise: string;
}

/** A parameter's current value in a sentence: `5%`. */
export function ParameterText({ name, otherwise }: ParameterTextProps) {
  const { parameters, failed } = useParameters();
  if (parameters) return <>{valueText(name, parameters[name])}</>;
  if (failed) return <>{otherwise}</>;
  return <PlainSkeleton component="span" width="2.5ch" height="0.9em" display="inline-block" aria-hidden="true" />;
}
