import { DAY_MS, UNIT } from "@bbux/contract";
import { createTag, createTestApp, type TestMember } from "../testing.ts";
import { answer, ask, call, ok } from "./support.ts";

/** An app with a post of every kind that the feed shows or hides. */
export async function startFeed() {
  const t = await createTestApp();
  const ada = await t.member("ada", { balance: 1_000n * UNIT });
  const bob = await t.member("bob");
  for (const name of ["rust", "C++", "machine learning"]) await createTag(t.database, name);
  /** Ids by short name, oldest first. */
  const posts: Record<string, string> = {};
  async function put(name: string, by: TestMember, ageDays: number, body: object = {}, votes = 0): Promise<string> {
    const id = await ask(t, by, { title: `Post ${name}`, ...body });
    posts[name] = id;
    await t.database.ownerDb
      .updateTable("posts")
      .set({
        created_at: new Date(Date.now() - ageDays * DAY_MS),
        upvotes: Math.max(0, votes),
        downvotes: Math.max(0, -votes),
      })
      .where("id", "=", id)
      .execute();
    return id;
  }

  await put("ancient", bob, 400, { tags: ["C++"] }, 9);
  await put("old", ada, 40, { tags: ["rust"], bountyAmount: 1 }, -2);
  const done = await put("done", ada, 10, { tags: ["rust", "C++"], bountyAmount: 2.5 }, 3);
  ok(await call(t, "POST", `/posts/${done}/answers/${await answer(t, bob, done)}/accept`, { as: ada }));
  const closed = await put("closed", bob, 3, { tags: ["machine learning"] });
  await t.database.ownerDb.updateTable("posts").set({ status: "CLOSED" }).where("id", "=", closed).execute();
  await put("new", ada, 1, { tags: ["machine learning", "rust"] }, 3);
  const gone = await put("gone", ada, 2, { tags: ["rust"] });
  ok(await call(t, "DELETE", `/posts/${gone}`, { as: ada }));
  const feed = async (query = "") => ok(await call(t, "GET", `/posts${query}`));
  const nameOf = (id: string) => Object.entries(posts).find(([, value]) => value === id)?.[0] ?? id;
  const names = async (query = ""): Promise<string[]> =>
    (await feed(query)).posts.map((post: { id: string }) => nameOf(post.id));
  return { t, ada, bob, posts, put, feed, nameOf, names };
}
