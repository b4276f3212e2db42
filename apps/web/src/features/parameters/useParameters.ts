import { DEFAULT_PARAMETERS, PARAMETER_NAMES, type Parameter, type Parameters } from "@bbux/contract";
import { useMemo } from "react";
import { trpc } from "../../trpc.ts";

/** How long what is in force is taken as known (ms). Whoever comes back to the page asks anew. */
const FRESH = 60_000;

interface InForce {
  /** Integers in each parameter's unit; `null` until the platform has said so: a default is no truth where money is paid. */
  readonly parameters: Parameters | null;
  /** They could not be read, and none are known. */
  readonly failed: boolean;
  readonly retrying: boolean;
  readonly retry: () => void;
}

/** The fees, rates and thresholds that are in force now (DECISIONS 1.2, 1.5-1.7). */
export function useParameters(): InForce {
  const { parameters, data, ...rest } = useParameterList();
  const inForce = useMemo(() => (data ? parametersOf(data.parameters) : null), [data]);
  return { ...rest, parameters: inForce };
}

/** The same with names, bounds and when each was last changed. */
export function useParameterList() {
  const { data, isError, isFetching, refetch } = trpc.parameters.list.useQuery(undefined, {
    staleTime: FRESH,
    refetchOnWindowFocus: "always",
  });
  return {
    data,
    parameters: data?.parameters ?? null,
    failed: isError && data === undefined,
    retrying: isFetching,
    retry: () => void refetch(),
  };
}

/** The list as one record; `null` where a value is missing. */
export function parametersOf(list: readonly Pick<Parameter, "name" | "value">[]): Parameters | null {
  const values = Object.fromEntries(list.map(({ name, value }) => [name, BigInt(value)]));
  if (!PARAMETER_NAMES.every((name) => name in values)) return null;
  return { ...DEFAULT_PARAMETERS, ...values };
}
