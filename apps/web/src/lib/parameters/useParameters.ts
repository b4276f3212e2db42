import { DEFAULT_PARAMETERS, PARAMETER_NAMES, type Parameter, type Parameters } from "@bbux/contract";
import { useMemo } from "react";
import { trpc } from "../trpc.ts";

/** How long values count as fresh (ms). They are refetched when the member returns to the page. */
const FRESH = 60_000;

interface InForce {
  /**
   * Integers in each parameter's unit; `null` until the server has sent them, because money must not rely on defaults.
   */
  readonly parameters: Parameters | null;
  /** They failed to load, and none are known. */
  readonly failed: boolean;
  readonly retrying: boolean;
  readonly retry: () => void;
}

/** Returns the fees, rates and thresholds in force (docs/DECISIONS.md 1.2, 1.5-1.7). */
export function useParameters(): InForce {
  const { parameters, data, ...rest } = useParameterList();
  const inForce = useMemo(() => (data ? parametersOf(data.parameters) : null), [data]);
  return { ...rest, parameters: inForce };
}

/** The same with names, bounds and the time of the last change. */
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

/** Returns the list as one record; `null` where a value is missing. */
export function parametersOf(list: readonly Pick<Parameter, "name" | "value">[]): Parameters | null {
  const values = Object.fromEntries(list.map(({ name, value }) => [name, BigInt(value)]));
  if (!PARAMETER_NAMES.every((name) => name in values)) return null;
  return { ...DEFAULT_PARAMETERS, ...values };
}
