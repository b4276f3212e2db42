import { formatParameter, type ParameterName } from "@bbux/contract";
import { Skeleton } from "@mantine/core";
import { withNumbers } from "../locale.ts";
import { useParameters } from "./useParameters.ts";

interface ParameterTextProps {
  readonly name: ParameterName;
  /** Shown while the value can't be read. */
  readonly otherwise: string;
}

/** A parameter's current value in a sentence: `5%`. */
export function ParameterText({ name, otherwise }: ParameterTextProps) {
  const { parameters, failed } = useParameters();
  if (parameters) return <>{withNumbers(formatParameter(name, parameters[name]))}</>;
  if (failed) return <>{otherwise}</>;
  return <Skeleton component="span" width="2.5ch" height="0.9em" display="inline-block" aria-hidden="true" />;
}
