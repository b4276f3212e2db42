import { trpc } from "../../lib/trpc.ts";

/** Adds tags, and asks for those that pages show again. */
export function useAddTags(onAdded: (names: readonly string[]) => void) {
  const utils = trpc.useUtils();
  return trpc.setup.addTags.useMutation({
    onSuccess: async ({ added }) => {
      onAdded(added);
      await Promise.all([utils.setup.state.invalidate(), utils.tags.list.invalidate()]);
    },
  });
}
