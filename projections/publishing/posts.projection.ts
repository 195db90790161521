import { POST_STATUS } from "#contract/publishing"
import { nextOpening, type PostEvent, PostEvents, type PostMedia, postItemId } from "#core/publishing"
import { type Change, makeProjection, on, patch, put, remove } from "#projections/runner"
import { formerPageOf } from "./formerPages.ts"
import { type PostRow, post, postGated } from "./tables.ts"

type Created = Extract<PostEvent, { readonly _tag: "publishing.PostCreated.v1" }>
type Version = Omit<Created, "_tag" | "createdAt">

/** Posts for their readers and their authors, with the gated parts in a table of their own. */
export const posts = makeProjection({
  name: "posts",
  version: 4,
  byStream: true,
  tables: [post, postGated],
  handlers: [
    on(PostEvents, {
      "publishing.PostCreated.v1": ({ createdAt, ...version }) => [
        put(post, {
          ...{ post_id: version.postId, channel_id: version.channelId, person_id: version.personId },
          item_id: postItemId(version.channelId, version.postId),
          ...versionColumns(version),
          ...{ status_id: POST_STATUS.draft, withheld_at: null, slugs: [], original_id: null },
          ...{ revision: 1, opens_at: null },
          ...{ due_at: null, wall: null, zone: null, refusal: null },
          ...{ created_at: createdAt, revised_at: createdAt, published_at: null, canonical_url: null },
          ...{ former_page: null, source: null },
        }),
        gatedOf(version),
      ],
      "publishing.PostRevised.v1": ({ revision, revisedAt, ...version }) => [
        changed(version.postId, (row) =>
          withOpening({ ...row, ...versionColumns(version), revision, revised_at: revisedAt }),
        ),
        gatedOf(version),
      ],
      "publishing.PostScheduled.v1": ({ postId, dueAt, wall, zone }) => [
        changed(postId, (row) => ({
          ...row,
          ...{ status_id: POST_STATUS.scheduled, due_at: dueAt, wall, zone, refusal: null },
        })),
      ],
      "publishing.PostUnscheduled.v1": ({ postId, refusal }) => [
        changed(postId, (row) => ({ ...row, ...UNSCHEDULED, status_id: POST_STATUS.draft, refusal })),
      ],
      "publishing.TranslationLinked.v1": ({ postId, originalId }) => [
        changed(postId, (row) => ({ ...row, original_id: originalId })),
      ],
      "publishing.PostAddressed.v1": ({ postId, slug }) => [
        changed(postId, (row) => ({
          ...row,
          slugs: slug === null ? row.slugs : [...row.slugs.filter((each) => each !== slug), slug],
        })),
      ],
      "publishing.PostPublished.v1": ({ postId, publishedAt }) => [
        changed(postId, (row) =>
          withOpening({
            ...row,
            ...UNSCHEDULED,
            ...{ status_id: POST_STATUS.published, published_at: publishedAt, refusal: null },
          }),
        ),
      ],
      "publishing.PostImported.v1": ({ postId, source, canonicalUrl }) => [
        changed(postId, (row) => ({
          ...row,
          ...{ source, canonical_url: canonicalUrl, former_page: canonicalUrl && formerPageOf(canonicalUrl) },
        })),
      ],
      "publishing.PostArchived.v1": ({ postId, publishedAt }) => [
        changed(postId, (row) =>
          withOpening({
            ...row,
            // Its author has changed nothing since it was published there.
            ...{ status_id: POST_STATUS.published, published_at: publishedAt, revised_at: publishedAt, refusal: null },
          }),
        ),
      ],
      "publishing.LevelOpened.v1": ({ postId, levelId }) => [
        changed(postId, (row) => withOpening({ ...row, level_id: levelId })),
      ],
      "publishing.PostHidden.v1": ({ postId }) => [
        changed(postId, (row) => ({ ...row, status_id: POST_STATUS.hidden })),
      ],
      "publishing.PostShown.v1": ({ postId }) => [
        changed(postId, (row) => ({ ...row, status_id: POST_STATUS.published })),
      ],
      // Whatever shows published posts shows no withheld one, and no level opens meanwhile.
      "publishing.PostWithheld.v1": ({ postId, withheldAt }) => [
        changed(postId, (row) => ({
          ...row,
          ...{ status_id: POST_STATUS.hidden, withheld_at: withheldAt, opens_at: null },
        })),
      ],
      "publishing.PostReleased.v1": ({ postId, isShown }) => [
        changed(postId, (row) =>
          withOpening({
            ...row,
            ...{ status_id: isShown ? POST_STATUS.published : POST_STATUS.hidden, withheld_at: null },
          }),
        ),
      ],
      "publishing.PostDeleted.v1": ({ postId }) => [remove(post, [postId]), remove(postGated, [postId])],
    }),
  ],
})

const UNSCHEDULED = { due_at: null, wall: null, zone: null } as const

const changed = (postId: string, fold: (row: PostRow) => PostRow): Change => patch(post, [postId], fold)

const versionColumns = (version: Version) => ({
  level_id: version.levelId,
  title: version.title ?? "",
  preview: version.preview ?? "",
  media: mediaIn(version.preview, version.media),
  has_gated: (version.gated ?? "") !== "",
  language: version.language,
  tags: version.tags ?? [],
  cover: version.cover,
  series: version.series,
  custom_title: version.customTitle ?? "",
  opening: version.opening,
})

const gatedOf = ({ postId, gated, media }: Version): Change =>
  gated === null || gated === ""
    ? remove(postGated, [postId])
    : put(postGated, { post_id: postId, markdown: gated, media: mediaIn(gated, media) })

/** The files of one part: what is known of gated ones stays with the gated part. */
const mediaIn = (text: string | null, media: ReadonlyArray<PostMedia> | null): ReadonlyArray<PostMedia> => {
  const found = (text ?? "").toLowerCase()
  return (media ?? []).filter(({ mediaId }) => found.includes(mediaId.toLowerCase()))
}

const withOpening = (row: PostRow): PostRow => {
  if (row.withheld_at !== null) return row
  const { level_id: levelId, opening, published_at: publishedAt } = row
  const next = publishedAt === null ? null : nextOpening({ levelId, opening }, Date.parse(publishedAt))
  return { ...row, opens_at: next === null ? null : new Date(next.atMs).toISOString() }
}
