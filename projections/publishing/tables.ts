import { POST_STATUS, type PostLevel, type PostStatus } from "#contract/publishing"
import type { Opening, PostMedia } from "#core/publishing"
import { type Column, is, orNull, type RowOf, table } from "#projections/runner"

/** Posts of all states without their gated parts: whatever reads this table cannot show more than everybody may see. */
export const post = table(
  "post",
  {
    post_id: is.text,
    /** Its item in the library, while readers can see it. */
    item_id: is.text,
    channel_id: is.int,
    person_id: is.text,
    /** Ids of Home/LoadLocalContentStatus and Home/Levels. */
    status_id: is.int as Column<PostStatus>,
    /** Since when operators withhold it: its status is hidden meanwhile. */
    withheld_at: orNull(is.at),
    level_id: is.int as Column<PostLevel>,
    title: is.text,
    /** Public Markdown, and the files in it. */
    preview: is.text,
    media: is.json<ReadonlyArray<PostMedia>>(),
    has_gated: is.bool,
    language: orNull(is.text),
    tags: is.texts,
    cover: orNull(is.text),
    series: orNull(is.text),
    custom_title: is.text,
    /** The last parts of its addresses, the current one last. */
    slugs: is.texts,
    /** The post that it is a translation of. */
    original_id: orNull(is.text),
    revision: is.int,
    opening: is.json<Opening>(),
    /** When time opens it to a lower level; null if it stays as it is. */
    opens_at: orNull(is.at),
    due_at: orNull(is.at),
    wall: orNull(is.text),
    zone: orNull(is.text),
    /** Message key of why it could not be published as planned. */
    refusal: orNull(is.text),
    created_at: is.at,
    revised_at: is.at,
    published_at: orNull(is.at),
    /** Where it was published first, for an imported post. */
    canonical_url: orNull(is.text),
    /** The page of that address, however it is written, and the product or the feed that it comes from. */
    former_page: orNull(is.text),
    source: orNull(is.text),
  },
  {
    key: ["post_id"],
    indexes: [
      "(channel_id, published_at desc nulls first, post_id desc)",
      // The newest of all channels, and the highest level of one.
      "(published_at desc nulls first, post_id desc)",
      `(channel_id, level_id) where status_id = ${POST_STATUS.published}`,
      "(item_id)",
      "(original_id) where original_id is not null",
      "using gin (slugs)",
      "(due_at) where due_at is not null",
      "(opens_at) where opens_at is not null",
      "(channel_id, former_page) where former_page is not null",
    ],
  },
)
export type PostRow = RowOf<typeof post.columns>

/** The gated parts of posts. Only `readGated` reads this table: `npm run check` enforces it. */
export const postGated = table(
  "post_gated",
  { post_id: is.text, markdown: is.text, media: is.json<ReadonlyArray<PostMedia>>() },
  { key: ["post_id"] },
)
