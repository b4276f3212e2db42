import { type Post, summaryOf } from "@bbux/contract";
import { createFileRoute } from "@tanstack/react-router";
import { ModeratorFiles } from "../community/moderation/ModeratorFiles.tsx";
import { loadProse } from "../components/Prose.loader.ts";
import { AnswersSection } from "../content/answers/AnswersSection.tsx";
import { AnswerComments } from "../content/comments/AnswerComments.tsx";
import { CommentsSection } from "../content/comments/CommentsSection.tsx";
import { PostPage } from "../content/posts/PostPage.tsx";
import { PostPending } from "../content/posts/PostSkeleton.tsx";
import { pageHead } from "../lib/head.ts";
import { utils } from "../lib/trpc.ts";

export const Route = createFileRoute("/posts/$postId")({
  // Awaited, so that the page renders with its formulas and nothing moves; the page shows errors itself.
  loader: async ({ params }) => {
    try {
      const { post } = await utils.posts.get.ensureData({ id: params.postId });
      const below = post.answers.flatMap(({ comments }) => comments);
      await loadProse(post.title, [post, ...post.answers, ...below, ...post.comments]);
      return { title: post.title, description: summaryOf(post.content) };
    } catch {
      return {};
    }
  },
  head: ({ loaderData }) => pageHead("/posts/$postId", loaderData),
  pendingComponent: PostPending,
  component: PostRoute,
});

const thread = (post: Post) => (
  <>
    <AnswersSection post={post} comments={(answer) => <AnswerComments answer={answer} post={post} />} />
    <CommentsSection post={post} />
  </>
);

function PostRoute() {
  const { postId } = Route.useParams();
  // Another post is another page, so nothing half-written carries over.
  return (
    <ModeratorFiles>
      <PostPage key={postId} postId={postId} thread={thread} />
    </ModeratorFiles>
  );
}
