import { Effect, Layer } from "effect"
import { storyKeyOf } from "#core/feeds"
import { FormerPages } from "#core/imports"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { post } from "./tables.ts"

const db = readModels(post)

/** The key of a page: the same for all ways to write its address. */
export const formerPageOf = (canonicalUrl: string): string =>
  storyKeyOf({ itemId: "", link: canonicalUrl, ownPage: true })

export const formerPagesLayer = Layer.effect(
  FormerPages,
  Effect.map(Sql, ({ query }) => ({
    findPost: (channelId: number, source: string, canonicalUrl: string) =>
      Effect.map(
        query(
          db
            .selectFrom("read.post")
            .select("post_id as postId")
            .where("channel_id", "=", channelId)
            .where("former_page", "=", formerPageOf(canonicalUrl))
            .where("source", "<>", source)
            .limit(1),
        ),
        ([found]) => found?.postId ?? null,
      ),
  })),
)
