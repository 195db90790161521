import { createHmac, hkdfSync } from "node:crypto"
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { AppConfig, Sql } from "#core/kernel"
import { addressBlock } from "../addressBlock.ts"
import { MAIL_LINK_DAYS, type MailedPost } from "./PostMailLinks.ts"

/**
 * Networks from which one link opens the gated part. The devices of a reader and the scanners of their mail use a handful;
 * a link that was passed on or published is opened from many.
 */
export const MAIL_LINK_NETWORKS_MAX = 12
const DAY_MS = 86_400_000
/** A link is valid until the end of its last day. */
const KEPT_MS = (MAIL_LINK_DAYS + 1) * DAY_MS
const SWEPT_MAX = 10_000

/** Where links of letters are opened. Anyone who holds such a link reads as its recipient, so its reach is limited. */
export class MailLinkUses extends Context.Service<
  MailLinkUses,
  {
    /**
     * Notes that a link is opened, and says whether it opens the gated part. The first networks keep it: those of its
     * recipient are most likely among them.
     */
    note(mailed: MailedPost, address: string): Effect.Effect<boolean>
    /** Deletes uses of links that are too old. */
    readonly sweep: Effect.Effect<void>
  }
>()("core/publishing/MailLinkUses") {
  static readonly layer = Layer.effect(
    MailLinkUses,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const { masterKey } = yield* AppConfig
      const key = Buffer.from(hkdfSync("sha256", Redacted.value(masterKey), "", "quire: networks of mail links", 32))
      const digestOf = (text: string) => createHmac("sha256", key).update(text).digest()

      return MailLinkUses.of({
        note: Effect.fn("MailLinkUses.note")(function* ({ postId, personId }, address) {
          const link = digestOf(`${postId}\n${personId}`)
          const network = digestOf(`${postId}\n${personId}\n${addressBlock(address)}`)
          const now = new Date(yield* Clock.currentTimeMillis)
          const [row] = yield* Effect.promise(
            () => sql<Array<{ isOpen: boolean }>>`
              with known as (
                select count(*) < ${MAIL_LINK_NETWORKS_MAX} as has_room, coalesce(bool_or(network = ${network}), false) as is_in
                from publishing.mail_link_use where link = ${link}
              ), added as (
                insert into publishing.mail_link_use (link, network, used_at)
                select ${link}, ${network}, ${now} from known where has_room and not is_in on conflict do nothing
              )
              select has_room or is_in as "isOpen" from known`,
          )
          return row?.isOpen ?? false
        }),

        sweep: Effect.gen(function* () {
          const before = new Date((yield* Clock.currentTimeMillis) - KEPT_MS)
          yield* Effect.promise(
            async () => sql`
              delete from publishing.mail_link_use where (link, network) in (
                select link, network from publishing.mail_link_use where used_at < ${before} limit ${SWEPT_MAX})`,
          )
        }),
      })
    }),
  )
}
