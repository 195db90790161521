import { Effect } from "effect"
import { AppConfig, type Sql } from "#core/kernel"
import { domainOf, makeLetterTemplate, senderOf } from "#core/mail"
import {
  type Exclusion,
  type LetterSource,
  OUT_SLOT,
  Tokens,
  type WrittenLetter,
  writeDigestLetter,
} from "#core/newsletters"
import { summaryOf } from "#core/publishing"
import { type DigestPost, type DigestReader, findDigestReaders, listDigestPosts } from "#projections/newsletters"
import { paths } from "#src/lib/paths.ts"
import type { DigestKind } from "./digestTimes.ts"

/** Posts of one digest; readers find older ones on the channels' pages. */
const ENTRIES_MAX = 30

/** Writes the posts of a day or a week as letters: each reader gets those of their own channels, with previews alone. */
export const digestSource = Effect.fn("digestSource")(function* (kind: DigestKind, sinceMs: number, untilMs: number) {
  const [settings, tokens] = [yield* AppConfig, yield* Tokens]
  const services = yield* Effect.context<Sql>()
  const { publicOrigin: origin } = settings
  const sender = senderOf(settings)
  const toEntry = ({ postId, title, preview, slugs, channelCode, channelSubject }: DigestPost) => ({
    title,
    channelName: channelSubject,
    summary: summaryOf(preview),
    url: origin + paths.post(channelCode, slugs.at(-1) ?? postId),
  })
  const letterTo = (
    personId: string,
    reader: DigestReader | undefined,
    posts: ReadonlyArray<DigestPost>,
  ): WrittenLetter | { readonly exclusion: Exclusion } => {
    if (reader === undefined) return { exclusion: "left" }
    const { email, locale, isConfirmed, channelIds } = reader
    if (email === null || !isConfirmed) return { exclusion: "noAddress" }
    const own = posts.filter(({ channelId }) => channelIds.includes(channelId)).slice(0, ENTRIES_MAX)
    if (own.length === 0) return { exclusion: "nothing" }
    const out = tokens.outTokenOf({ personId, channelId: "digest" })
    const template = makeLetterTemplate({
      ...writeDigestLetter(own.map(toEntry), { origin, locale, kind }),
      from: { name: "Quire", address: sender },
      domain: domainOf(sender),
      listId: `digest.${new URL(origin).hostname}`,
      feedbackId: `${kind}:digest:newsletter:quire`,
    })
    const links = { unsubscribeUrl: `${origin}/mail/out/${out}`, slots: { [OUT_SLOT]: out } }
    return { to: email, levelId: null, compose: (copy) => template({ ...copy, ...links, to: email }) }
  }
  return {
    check: Effect.succeed("open"),
    write: (personIds) =>
      Effect.gen(function* () {
        const readers = yield* findDigestReaders(kind, personIds)
        const channelIds = [...new Set([...readers.values()].flatMap((reader) => reader.channelIds))]
        const posts = yield* listDigestPosts(channelIds, sinceMs, untilMs)
        return new Map(
          personIds.map((personId) => [personId, letterTo(personId, readers.get(personId), posts)] as const),
        )
      }).pipe(Effect.provide(services)),
  } satisfies LetterSource
})
