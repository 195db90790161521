import { feedIdOf, itemIdOf } from "#core/feeds"

/** The feed that holds the posts of a channel. */
export const channelFeedId = (channelId: number) => feedIdOf(`quire:channel:${channelId}`)

/** The item of a post in the library. */
export const postItemId = (channelId: number, postId: string) => itemIdOf(channelFeedId(channelId), `post:${postId}`)
