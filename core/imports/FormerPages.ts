import { Context, type Effect } from "effect"

/** Port: posts of a channel by the page where they were published first. */
export class FormerPages extends Context.Service<
  FormerPages,
  {
    /** The post that another source than this one brought from a page; null if there is none. */
    findPost(channelId: number, source: string, canonicalUrl: string): Effect.Effect<string | null>
  }
>()("core/imports/FormerPages") {}
