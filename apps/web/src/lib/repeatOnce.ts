import type { AppRouter } from "@bbux/api/router";
import type { Operation, TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";

/**
 * Repeats a refused call, once, if what it lacked can be had.
 * @param lacks whether a refusal is about that
 * @param supply gets it; returns the call to repeat, or null to leave it at the refusal
 */
export function repeatOnce(
  lacks: (op: Operation, error: unknown) => boolean,
  supply: (op: Operation, error: unknown) => Promise<Operation | null>,
): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        let current: { unsubscribe(): void } | undefined;
        let isGone = false;
        const send = (call: typeof op, isRepeated: boolean) => {
          current = next(call).subscribe({
            next: (value) => observer.next(value),
            complete: () => observer.complete(),
            error: (error) => {
              if (isRepeated || !lacks(op, error)) return observer.error(error);
              void supply(op, error)
                .catch(() => null)
                .then((again) => {
                  if (isGone) return;
                  if (again) send({ ...op, ...again }, true);
                  else observer.error(error);
                });
            },
          });
        };
        send(op, false);
        return () => {
          isGone = true;
          current?.unsubscribe();
        };
      });
}
