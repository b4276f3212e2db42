import { LIMITS } from "@bbux/contract";
import { useDebouncedValue } from "@mantine/hooks";
import { IconBook2, IconFileText, IconSearch, IconTag, IconUser } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { cutTitle } from "../../components/cut.ts";
import { plural } from "../../components/TimeAgo.format.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import type { Entry, EntryGroup } from "./entries.ts";

/** How long typing must pause before a request (ms), and the fewest letters that trigger one. */
const REST = 180;
const FEWEST = 2;
const ROWS = { posts: 5, members: 4, tags: 4, docs: 4 };

/** Searches the server and the documentation. A query that is replaced is aborted. */
export function useFound(typed: string): readonly EntryGroup[] {
  const { user } = useSession();
  const router = useRouter();
  const navigate = useNavigate();
  const [words] = useDebouncedValue(typed.trim().slice(0, LIMITS.search), REST);
  const asked = words.length >= FEWEST && typed.trim().length >= FEWEST;
  const options = {
    enabled: asked,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
    trpc: { abortOnUnmount: true },
  } as const;

  const posts = trpc.posts.list.useQuery({ search: words, page: 1, limit: ROWS.posts }, options);
  const members = trpc.users.search.useQuery(
    { name: words, limit: ROWS.members },
    { ...options, enabled: asked && user !== null && !/\s/.test(words) },
  );
  const tags = trpc.tags.list.useQuery({ search: words, limit: ROWS.tags }, options);
  const docs = useQuery({
    queryKey: ["docs-search", words],
    queryFn: async () =>
      (await (await import("../../operations/docs/search.ts")).loadSearch())(words).slice(0, ROWS.docs),
    enabled: asked,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!asked) return [];

  return [
    group("Posts", posts, (found) =>
      found.posts.map(({ id, title, answerCount }) => ({
        id: `post:${id}`,
        title: cutTitle(title),
        note: plural(answerCount, ["# answer", "# answers"]),
        Icon: IconFileText,
        run: () => void navigate({ to: "/posts/$postId", params: { postId: id } }),
      })),
    ),
    group("Members", members, (found) =>
      found.users.map(({ username }) => ({
        id: `member:${username}`,
        title: username,
        Icon: IconUser,
        run: () => void navigate({ to: "/users/$username", params: { username } }),
      })),
    ),
    group("Tags", tags, (found) =>
      found.data.map(({ name, postCount }) => ({
        id: `tag:${name}`,
        title: name,
        note: plural(postCount, ["# post", "# posts"]),
        Icon: IconTag,
        run: () => void navigate({ to: "/community", search: { tags: name } }),
      })),
    ),
    group("Documentation", docs, (found) =>
      found.map(({ address, page, title }) => ({
        id: `doc:${address}`,
        title,
        note: title === page ? "" : page,
        Icon: IconBook2,
        run: () => router.history.push(address),
      })),
    ),
  ].filter(({ entries, waiting, retry }) => entries.length > 0 || waiting || retry);
}

/** The entry that searches the community's posts, as the search field does. */
export function useSearchEntry(typed: string): Entry {
  const navigate = useNavigate();
  const search = typed.trim().slice(0, LIMITS.search);
  return {
    id: "search",
    title: `Search questions for “${search}”`,
    Icon: IconSearch,
    run: () => void navigate({ to: "/community", search: { search } }),
  };
}

interface Asked<Answer> {
  readonly data: Answer | undefined;
  readonly isError: boolean;
  readonly isLoading: boolean;
  readonly refetch: () => unknown;
}

function group<Answer>(name: string, call: Asked<Answer>, entries: (answer: Answer) => readonly Entry[]): EntryGroup {
  if (call.isError) return { name, entries: [], retry: () => void call.refetch() };
  return { name, entries: call.data ? entries(call.data) : [], waiting: call.isLoading };
}
