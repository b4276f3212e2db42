import { type Kysely, sql } from "kysely";

/**
 * Search by title, tags, body, and code, each with its own weight, and with code identifiers as single words; a dictionary
 * of the words in titles and tags, for correcting typos; and tag feeds read from their index alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await words(db);
  await posts(db);
  await answers(db);
  await dictionary(db);
  await tagFeeds(db);
  await postsWithoutBounty(db);
}

/** Characters that separate words. */
const BLANKS = "/_<.-+&";
const LANGUAGES = [
  ["C++", "cplusplus"],
  [" c++", "cplusplus"],
  ["C#", "csharp"],
  [" c#", "csharp"],
  ["F#", "fsharp"],
  [" f#", "fsharp"],
  ["Q#", "qsharp"],
  [" q#", "qsharp"],
] as const;
const ACCENTED =
  "ÀÁÂÃÄÅĀĂĄàáâãäåāăąÇĆČçćčĎďÈÉÊËĒĘĚèéêëēęěÌÍÎÏĪìíîïīŁłÑŃŇñńňÒÓÔÕÖØŌŐòóôõöøōőŔŘŕřŚŠŞśšşßŤťÙÚÛÜŪŮŰùúûüūůűÝýÿŹŻŽźżž";
const UNACCENTED =
  "aaaaaaaaaaaaaaaaaaccccccddeeeeeeeeeeeeeeiiiiiiiiiillnnnnnnoooooooooooooooorrrrsssssssttuuuuuuuuuuuuuuyyyzzzzzz";

/** How a text becomes words. The query side is packages/api/src/content/search/search.ts: the two must agree. */
async function words(db: Kysely<unknown>): Promise<void> {
  // PostgreSQL's parser takes text joined by these characters for paths, hosts, tags, signed numbers, or compounds, and
  // rescans long runs of some of them. As spaces they leave only plain words, and no input is slow.
  // (A chain of replace() takes a third of the time of translate().)
  const plain = [...BLANKS].reduce((text, char) => `replace(${text}, '${char}', ' ')`, "value");
  await sql`
    create function search_plain(value text) returns text language sql immutable strict parallel safe
    return ${sql.raw(plain)}`.execute(db);
  // Schrodinger finds Schrödinger: accented words are indexed without their accents, too. Pure ASCII has none.
  await sql`
    create function search_unaccented(value text) returns text language sql immutable strict parallel safe return
      case when octet_length(value) = length(value) then '' else coalesce((
        select string_agg(translate(found, ${sql.lit(ACCENTED)}, ${sql.lit(UNACCENTED)}), ' ')
        from (
          select distinct m[1] as found from regexp_matches(left(value, 50000), '[[:alnum:]]*[À-ž][[:alnum:]]*', 'g') as m limit 400
        ) as accented where length(found) <= 100
      ), '') end`.execute(db);
  // for_each, std::vector, and node.js are found as consecutive parts, but parts can be as common as "for" and "each", which
  // aren't indexed. So each is also one word: for0each. No stemmer touches a word with a digit in it.
  await sql`
    create function search_identifiers(value text) returns text language sql immutable strict parallel safe return coalesce((
      select string_agg(regexp_replace(found, '[_.:>-]+', '0', 'g'), ' ')
      from (
        select distinct m[1] as found
        from regexp_matches(left(value, 50000),
          '[[:alpha:]][[:alnum:]]*(?:(?:[_.]{1,3}|::|->)[[:alnum:]]+)+', 'g') as m
        limit 400
      ) as identifiers where length(found) <= 100
    ), '')`.execute(db);
  // C++, C#, F#, and Q# would otherwise become the words c, f, and q.
  const languages = LANGUAGES.reduce((text, [name, word]) => `replace(${text}, '${name}', ' ${word} ')`, "value");
  await sql`
    create function search_languages(value text) returns text language sql immutable strict parallel safe
    return ${sql.raw(languages)}`.execute(db);
  // A tsvector can hold at most 1 MB of words.
  await sql`
    create function search_vector(value text) returns tsvector language sql immutable strict parallel safe return
      to_tsvector('english', public.search_plain(public.search_languages(left(value, 150000))) || ' ' ||
        public.search_identifiers(value) || ' ' || public.search_unaccented(value))`.execute(db);
  await sql`
    create function search_code(blocks jsonb) returns tsvector language sql immutable strict parallel safe return
      case when blocks = '[]' then ''::tsvector else public.search_vector((
        select string_agg(coalesce(b ->> 'description', '') || ' ' || (b ->> 'code'), ' ') from jsonb_array_elements(blocks) as b
      )) end`.execute(db);
}

async function posts(db: Kysely<unknown>): Promise<void> {
  await sql`alter table posts drop column search`.execute(db);
  // Titles weigh most, followed by tags, the body, and code.
  await sql`alter table posts add column tag_names text not null default ''`.execute(db);
  await sql`
    update posts p set tag_names = t.names
    from (select pt.post_id, string_agg(t.name, ' ' order by pt.position, t.id) as names
      from post_tags pt join tags t on t.id = pt.tag_id group by pt.post_id) as t
    where t.post_id = p.id`.execute(db);
  await sql`
    alter table posts add column search tsvector generated always as (
      setweight(search_vector(' ' || title), 'A') || setweight(search_vector(' ' || tag_names), 'B') ||
      setweight(search_vector(content), 'C') || setweight(coalesce(search_code(code_blocks), ''), 'D')
    ) stored`.execute(db);
  await sql`create index posts_search on posts using gin (search)`.execute(db);
  // A word in half of all bodies may be in only a few titles, which should come first.
  await sql`create index posts_title_search on posts using gin (ts_filter(search, '{a,b}'))`.execute(db);

  // Whoever tags a post can leave the names to this trigger; if they are already set, it costs only a check.
  await sql`
    create function name_tags_of_posts() returns trigger language plpgsql as $$
    begin
      update posts p set tag_names = named.names
      from (
        select changed.post_id, coalesce(string_agg(t.name, ' ' order by pt.position, t.id), '') as names
        from (select distinct post_id from changed) as changed
        left join post_tags pt on pt.post_id = changed.post_id left join tags t on t.id = pt.tag_id
        group by changed.post_id order by changed.post_id
      ) as named
      where p.id = named.post_id and p.tag_names <> named.names;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger post_tags_named after insert on post_tags
    referencing new table as changed for each statement execute function name_tags_of_posts()`.execute(db);
  await sql`
    create trigger post_tags_unnamed after delete on post_tags
    referencing old table as changed for each statement execute function name_tags_of_posts()`.execute(db);
}

/** Read only if titles, bodies, and code have almost no match; the words aren't stored next to the answer. */
async function answers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function search_answer(content text, code_blocks jsonb) returns tsvector language sql immutable parallel safe return
      public.search_vector(content) || coalesce(public.search_code(code_blocks), '')`.execute(db);
  await sql`
    create index answers_search on answers using gin (search_answer(content, code_blocks))
    where deleted_at is null`.execute(db);
}

async function dictionary(db: Kysely<unknown>): Promise<void> {
  // As written, not stemmed, because people see the correction.
  await sql`
    create table search_words (
      word text primary key,
      posts integer not null check (posts > 0)
    ) with (fillfactor = 80)`.execute(db);
  await sql`create index search_words_like on search_words using gin (word gin_trgm_ops)`.execute(db);
  // Posts whose words a job has yet to read: counted while posting, two posts would wait for each other's words.
  await sql`create table search_words_queue (post_id bigint not null)`.execute(db);
  await sql`insert into search_words_queue select id from posts where deleted_at is null order by id`.execute(db);
  await sql`
    create function queue_new_posts_for_words() returns trigger language plpgsql as $$
    begin
      insert into search_words_queue select id from added;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger posts_queued_for_words after insert on posts
    referencing new table as added for each statement execute function queue_new_posts_for_words()`.execute(db);
  await sql`
    create function queue_post_for_words() returns trigger language plpgsql as $$
    begin
      insert into search_words_queue values (new.id);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger posts_requeued_for_words after update of title, tag_names on posts
    for each row when (old.title <> new.title or old.tag_names <> new.tag_names)
    execute function queue_post_for_words()`.execute(db);
  await sql`grant select, insert, update on search_words to bbux_app`.execute(db);
  await sql`grant select, insert, update, delete on search_words_queue to bbux_app`.execute(db);
}

/** The counterpart of posts_bounty, for the feed without bounties. */
async function postsWithoutBounty(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index posts_no_bounty on posts (created_at desc, id desc) where deleted_at is null and bounty_amount = 0`.execute(
    db,
  );
}

/** A tag's feed is read from post_tags alone, which has every post and when it was written. */
async function tagFeeds(db: Kysely<unknown>): Promise<void> {
  await sql`alter table post_tags add column shown boolean not null default true`.execute(db);
  await sql`
    update post_tags pt set shown = false from posts p where p.id = pt.post_id and p.deleted_at is not null`.execute(
    db,
  );
  await sql`drop index post_tags_newest`.execute(db);
  await sql`
    create index post_tags_newest on post_tags (tag_id, post_created_at desc, post_id desc) where shown`.execute(db);
  await sql`
    create function follow_post_in_tags() returns trigger language plpgsql as $$
    begin
      update post_tags set shown = new.deleted_at is null, post_created_at = new.created_at where post_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger posts_followed_in_tags after update of deleted_at, created_at on posts
    for each row when (old.deleted_at is distinct from new.deleted_at or old.created_at <> new.created_at)
    execute function follow_post_in_tags()`.execute(db);
}
