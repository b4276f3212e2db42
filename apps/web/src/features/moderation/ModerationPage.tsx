import { Button, Group } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { Notice } from "../../components/Notice.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { PagePending } from "../../components/PagePending.tsx";
import { TabRow } from "../../components/TabRow.tsx";
import { useRoleCheck, useSession } from "../../session.tsx";
import { trpc } from "../../trpc.ts";
import { FlagQueue } from "./FlagQueue.tsx";
import { HidingAppeals } from "./HidingAppeals.tsx";
import { Members } from "./Members.tsx";
import type { ModerationSearch, OnModerationSearch } from "./moderation.search.ts";
import { RefundAppeals } from "./RefundAppeals.tsx";

interface ModerationPageProps {
  readonly search: ModerationSearch;
  readonly onSearch: OnModerationSearch;
}

/** Where moderators work (DECISIONS §2). For everybody else a page that says so. */
export function ModerationPage(props: ModerationPageProps) {
  const { user, loading } = useSession();
  if (loading) return <PagePending />;
  if (user?.role !== "moderator" && user?.role !== "admin") return <ForModerators visitor={user === null} />;
  return <Desk {...props} />;
}

function Desk(props: ModerationPageProps) {
  const { search, onSearch } = props;
  const counts = trpc.moderation.counts.useQuery(undefined, { refetchInterval: 30_000 });
  useRoleCheck(counts.error);
  const { flags, appeals, refundAppeals } = counts.data ?? {};
  const tab = search.tab ?? "flags";
  const counted = "waiting";
  return (
    <Page>
      <PageTitle lead="What members have flagged, and what they appeal. Everything done here stands in the audit log.">
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
          { value: "members", label: "Members" },
        ]}
      >
        {tab === "flags" && <FlagQueue key="open" status="open" {...props} />}
        {tab === "decided" && <FlagQueue key="decided" status="decided" {...props} />}
        {tab === "appeals" && <HidingAppeals {...props} />}
        {tab === "refunds" && <RefundAppeals />}
        {tab === "members" && <Members {...props} />}
      </TabRow>
    </Page>
  );
}

function ForModerators({ visitor }: { visitor: boolean }) {
  const here = useLocation({ select: ({ href }) => href });
  return (
    <Notice title="For moderators only">
      <p>
        Moderators decide here about what members flag. If something is wrong with a post, an answer or a comment, flag
        it where it stands.
      </p>
      <Group gap="sm" justify="center">
        <Button renderRoot={(props) => <Link to="/community" {...props} />}>Go to the community</Button>
        {visitor && (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/login" search={{ redirectTo: here }} {...props} />}
          >
            Log in
          </Button>
        )}
      </Group>
    </Notice>
  );
}
