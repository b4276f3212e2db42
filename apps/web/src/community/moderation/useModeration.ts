import { useIntentKey } from "../../lib/intent.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import type { Act, Judge, Target } from "./actions.ts";

/** The viewer, who decides what they may do. */
export function useJudge(): Judge {
  const { user } = useSession();
  return user ?? { id: "", role: "user" };
}

/** One mutation for every action on a target. It completes once what it changes has been refetched. */
export function useAct(act: Act) {
  const utils = trpc.useUtils();
  const intent = useIntentKey();
  const refetch = {
    onSuccess: async () => {
      void utils.posts.invalidate();
      void utils.admin.invalidate();
      await utils.moderation.invalidate();
    },
  };
  const hide = trpc.moderation.hide.useMutation(refetch);
  const uphold = trpc.moderation.uphold.useMutation(refetch);
  const dismiss = trpc.moderation.dismiss.useMutation(refetch);
  const restore = trpc.moderation.restore.useMutation(refetch);
  const suspend = trpc.moderation.suspend.useMutation(refetch);
  const close = trpc.moderation.closePost.useMutation({ ...refetch, trpc: intent });
  const call = { hide, hideAbuse: hide, uphold, upholdAbuse: uphold, dismiss, restore, suspend, close }[act];

  function run(
    target: Target,
    { reason, votingFraud }: { reason: string; votingFraud: boolean },
    onSuccess: () => void,
  ) {
    const on = { targetType: target.type, targetId: target.id, reason };
    switch (act) {
      case "hide":
      case "hideAbuse":
        return hide.mutate({ ...on, abuse: act === "hideAbuse" }, { onSuccess });
      case "uphold":
      case "upholdAbuse":
        return uphold.mutate({ ...on, abuse: act === "upholdAbuse" }, { onSuccess });
      case "dismiss":
        return dismiss.mutate(on, { onSuccess });
      case "restore":
        return restore.mutate(on, { onSuccess });
      case "suspend":
        return suspend.mutate({ id: target.authorId, reason, votingFraud }, { onSuccess });
      case "close":
        return close.mutate({ id: target.id, reason }, { onSuccess });
    }
  }
  return { call, run };
}
