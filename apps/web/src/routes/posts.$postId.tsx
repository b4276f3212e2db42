import { summaryOf } from "@bbux/contract";
import { createFileRoute } from "@tanstack/react-router";
import { loadMath } from "../components/Markdown.loader.ts";
import { PostPage } from "../features/posts/PostPage.tsx";
import { PostPending } from "../features/posts/PostSkeleton.tsx";
import { pageHead } from "../head.ts";
import { utils } from "../trpc.ts";

export const Route = createFileRoute("/posts/$postId")({
  // Awaited, so that the page comes with its formulas and nothing moves; a failure is the page's to show.
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

function PostRoute() {
  const { postId } = Route.useParams();
  // Another post is another page: nothing half-written is carried over.
  return <PostPage key={postId} postId={postId} />;
}
