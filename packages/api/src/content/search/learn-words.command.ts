import type { Database } from "@bbux/db";
import { sql } from "kysely";

/** Posts whose words are read in one statement, which takes a tenth of a second. */
const BATCH = 2_000;

/**
 * Reads the words in titles and tags of new and edited posts into search_words, the dictionary for typos. Counts are
 * slightly high, because words of edited and deleted posts stay counted; they only rank words. Safe to run twice at the
 * same time.
 * @param batches at most, of 2,000 posts each
 * @returns how many posts were read
 */
export async function learnWords(db: Database, batches = 500): Promise<number> {
  let read = 0;
  for (let batch = 0; batch < batches; batch++) {
    const { rows } = await sql<{ taken: string }>`
      with taken as (
        delete from search_words_queue where ctid = any(array(
          select ctid from search_words_queue limit ${sql.lit(BATCH)} for update skip locked))
        returning post_id
      ), words as (
        select distinct p.id, m[1] as word
        from posts p, lateral (select lower(p.title || ' ' || p.tag_names || ' ' || search_unaccented(p.title)) as text) as t,
          regexp_matches(t.text, '[[:alnum:]]+', 'g') as m
        where p.id in (select post_id from taken) and (p.deleted_at is null or p.hidden_at is not null)
      ), learned as (
        insert into search_words (word, posts)
        select word, count(*) from words
        where length(word) between 4 and 32 and word ~ '^[[:alpha:]]' and word !~ '[À-ž]'
        group by word order by word
        on conflict (word) do update set posts = search_words.posts + excluded.posts
      )
      select count(*) as taken from taken`.execute(db);
    const taken = Number(rows[0]?.taken ?? 0);
    read += taken;
    if (taken < BATCH) break;
  }
  return read;
}
