import { feedIdOf, itemIdOf } from "#core/feeds"

/** The feed of the library that an author's long news stand in. */
export const longNewsFeedId = (authorCode: string) => feedIdOf(`quire:longnews:${authorCode}`)

/** The id under which the library shows a long news. */
export const longNewsItemId = (authorCode: string, newsId: string) =>
  itemIdOf(longNewsFeedId(authorCode), `longnews:${newsId}`)
