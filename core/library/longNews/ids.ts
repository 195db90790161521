import { feedIdOf, itemIdOf } from "#core/feeds"

/** The feed that holds the long news of an author. */
export const longNewsFeedId = (authorCode: string) => feedIdOf(`quire:longnews:${authorCode}`)

/** The item id of a long-news item. */
export const longNewsItemId = (authorCode: string, newsId: string) =>
  itemIdOf(longNewsFeedId(authorCode), `longnews:${newsId}`)
