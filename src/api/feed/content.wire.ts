import { POST_LEVEL } from "#contract/publishing"
import type { OwnPost } from "#core/publishing"
import { summaryOf } from "#core/publishing"
import type { ListedPost } from "#projections/publishing"
import { CONTENT_LANGUAGES } from "#src/lib/contentLanguages.ts"
import { paths } from "#src/lib/paths.ts"
import { pictureUrl } from "#src/web/images/pictureUrl.ts"

/** A content in the wire format. @param gated what the reader may read of the gated part; null for nothing */
export const toContent = (post: ListedPost, gated: string | null) => {
  const customTitle = post.slugs.at(-1) ?? ""
  return {
    id: post.postId,
    channelId: post.channelId,
    channelCode: post.channelCode,
    customTitle,
    link: customTitle === "" ? "" : paths.post(post.channelCode, customTitle),
    title: post.title,
    description: summaryOf(post.preview),
    preview: post.preview,
    gated,
    levelId: post.levelId,
    locked: post.hasGated && gated === null && post.levelId > POST_LEVEL.everyone,
    languageCode: codeOf(post.language),
    tags: post.tags,
    coverUrl: pictureUrl(post.cover, "header") ?? "",
    series: post.series,
    contentStatusId: post.statusId,
    published: post.publishedAt?.getTime() ?? null,
    updated: post.revisedAt.getTime(),
  }
}

/** A content as its author edits it: the state from the log, which no read model is behind. */
export const toOwnContent = (listed: ListedPost, own: OwnPost) => ({
  ...toContent(listed, own.gated === "" ? null : own.gated),
  revision: own.revision,
  chosenTitle: own.customTitle,
  cover: own.cover,
  dueAt: own.schedule?.wall ?? null,
  timeZone: own.schedule?.zone ?? null,
  due: own.schedule === null ? null : Date.parse(own.schedule.dueAt),
  ...own.opening,
  sendEmail: own.isMailed,
})

const codeOf = (language: string | null): string =>
  CONTENT_LANGUAGES.find((each) => each.language === language)?.code ?? language?.toUpperCase() ?? ""
