import { AccessDenied } from "../../components/AccessDenied.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { PagePending } from "../../components/PagePending.tsx";
import { TabRow } from "../../components/TabRow.tsx";
import { useRoleCheck, useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { FlagQueue } from "./FlagQueue.tsx";
import { HidingAppeals } from "./HidingAppeals.tsx";
import { Members } from "./Members.tsx";
import type { ModerationSearch, OnModerationSearch } from "./moderation.search.ts";
import { RefundAppeals } from "./RefundAppeals.tsx";
import { SharedAccess } from "./SharedAccess.tsx";
import { TagProposals } from "./TagProposals.tsx";

interface ModerationPageProps {
  readonly search: ModerationSearch;
  readonly onSearch: OnModerationSearch;
}

/** The moderators' page (docs/DECISIONS.md §2). Everyone else sees that it isn't for them. */
export function ModerationPage(props: ModerationPageProps) {
  const { user, loading } = useSession();
  if (loading) return <PagePending />;
  if (user?.role !== "moderator" && user?.role !== "admin") {
    return (
      <AccessDenied title="For moderators only" visitor={user === null}>
        Moderators review here what members flag. If something is wrong with a post, an answer or a comment, flag it on
        its page.
      </AccessDenied>
    );
  }
  return <Desk {...props} />;
}

function Desk(props: ModerationPageProps) {
  const { search, onSearch } = props;
  const counts = trpc.moderation.counts.useQuery(undefined, { refetchInterval: 30_000 });
  useRoleCheck(counts.error);
  const { flags, appeals, refundAppeals, tagProposals } = counts.data ?? {};
  const tab = search.tab ?? "flags";
  const counted = /* @wc-include */ "waiting";
  return (
    <Page>
      <PageTitle lead="Review flags, appeals, and proposed tags. Everything you do here is recorded in the audit log.">
        Moderation
      </PageTitle>
      <TabRow
        label="Moderation"
        value={tab}
        onChange={(next) =>
          onSearch({
            tab: next === "flags" ? undefined : next,
            status: undefined,
            search: undefined,
            suspended: undefined,
          })
        }
        tabs={[
          { value: "flags", label: "Flags", count: flags, counted },
          { value: "decided", label: "Decided" },
          { value: "appeals", label: "Hidden content", count: appeals, counted },
          { value: "refunds", label: "Refund appeals", count: refundAppeals, counted },
          { value: "tags", label: "Proposed tags", count: tagProposals, counted },
          { value: "members", label: "Members" },
          { value: "shared", label: "Shared access" },
        ]}
      >
        {tab === "flags" && <FlagQueue key="open" status="open" {...props} />}
        {tab === "decided" && <FlagQueue key="decided" status="decided" {...props} />}
        {tab === "appeals" && <HidingAppeals {...props} />}
        {tab === "refunds" && <RefundAppeals />}
        {tab === "tags" && <TagProposals {...props} />}
        {tab === "members" && <Members {...props} />}
        {tab === "shared" && <SharedAccess {...props} />}
      </TabRow>
    </Page>
  );
}
