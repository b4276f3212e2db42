import { type Post, summaryOf } from "@bbux/contract";
import { createFileRoute } from "@tanstack/react-router";
import { loadMath } from "../components/Markdown.loader.ts";
import { AnswersSection } from "../content/answers/AnswersSection.tsx";
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
      const texts = [post, ...post.answers, ...post.comments].map(({ content }) => content);
      await loadMath([post.title, ...texts].join("\n\n"));
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
    <AnswersSection post={post} />
    <CommentsSection post={post} />
  </>
);

function PostRoute() {
  const { postId } = Route.useParams();
  // Another post is another page, so nothing half-written carries over.
  return <PostPage key={postId} postId={postId} thread={thread} />;
}
