import { Clock, Effect } from "effect"
import { POST_LEVEL } from "#contract/publishing"
import { Entitlements } from "#core/chat"
import { AppConfig } from "#core/kernel"
import { domainOf, makeLetterTemplate, senderOf } from "#core/mail"
import { type LetterSource, OUT_SLOT, READ_SLOT, Tokens, writePostLetter } from "#core/newsletters"
import { cardAddressesOf, LinkCards, PostMailLinks, plainTextOf, renderPost } from "#core/publishing"
import { findReaders, type Reader } from "#projections/newsletters"
import { findPost, type ListedPost, readGated } from "#projections/publishing"
import { paths } from "#src/lib/paths.ts"

/** Lookups of gated parts at the same time. */
const GATED_AT_ONCE_MAX = 8

/**
 * Writes a post as letters. Membership, address and level are looked up when a letter is written, so that a reader whose
 * subscription has lapsed since the run began gets the preview alone.
 */
export const postSource = Effect.fn("postSource")(function* (postId: string) {
  const [settings, tokens, entitlements] = [yield* AppConfig, yield* Tokens, yield* Entitlements]
  const [mailLinks, linkCards] = [yield* PostMailLinks, yield* LinkCards]
  const services = yield* Effect.context<Effect.Services<ReturnType<typeof findPost>> | Entitlements>()
  const { publicOrigin: origin } = settings
  /** One text for each language, level and version. */
  const templates = new Map<string, ReturnType<typeof makeLetterTemplate>>()

  const templateOf = Effect.fnUntraced(function* (
    post: ListedPost,
    slug: string,
    gated: string | null,
    locale: string,
  ) {
    const key = `${locale}\n${post.revision}\n${gated ?? ""}`
    const known = templates.get(key)
    if (known !== undefined) return known
    const markdown = gated === null ? post.preview : `${post.preview}\n\n${gated}`
    const cards = yield* linkCards.find(cardAddressesOf(markdown))
    const letter = writePostLetter(
      {
        title: post.title,
        channelName: post.channelSubject,
        // A letter loads nothing: no pictures of others, and no files whose links would expire.
        html: renderPost(markdown, {
          ...{ locale, resolveMedia: () => null, resolvePicture: () => null },
          resolveCard: (address) => cards.get(address) ?? null,
        }).html,
        text: plainTextOf(markdown, { withAddresses: true }),
        isLocked: post.hasGated && gated === null,
      },
      { origin, readUrl: `${origin}${paths.post(post.channelCode, slug)}?mail=` },
      locale,
    )
    const sender = senderOf(settings)
    const template = makeLetterTemplate({
      ...letter,
      from: { name: post.channelSubject, address: sender },
      domain: domainOf(sender),
      listId: `${post.channelCode.toLowerCase()}.${new URL(origin).hostname}`,
      feedbackId: `${post.channelCode}:post:newsletter:quire`,
    })
    templates.set(key, template)
    return template
  })

  const letterTo = Effect.fnUntraced(function* (post: ListedPost, reader: Reader | undefined) {
    if (reader === undefined) return { exclusion: "erased" as const }
    const { personId, email, locale, isConfirmed, isOn } = reader
    if (!isOn) return { exclusion: "left" as const }
    if (email === null || !isConfirmed) return { exclusion: "noAddress" as const }
    const isEntitled =
      post.hasGated &&
      (post.levelId === POST_LEVEL.everyone ||
        (yield* entitlements.levelOf(post.personId, personId, 0)) >= post.levelId)
    const gated = isEntitled ? yield* readGated({ personId }, post) : null
    const template = yield* templateOf(post, post.slugs.at(-1) ?? post.postId, gated?.markdown ?? null, locale)
    const out = tokens.outTokenOf({ personId, channelId: post.channelId })
    const read = mailLinks.tokenOf({ personId, postId }, yield* Clock.currentTimeMillis)
    const slots = { [OUT_SLOT]: out, [READ_SLOT]: read }
    const unsubscribeUrl = `${origin}/mail/out/${out}`
    return {
      to: email,
      levelId: gated === null ? POST_LEVEL.everyone : post.levelId,
      compose: (copy: { readonly messageId: string; readonly dateMs: number }) =>
        template({ ...copy, to: email, unsubscribeUrl, slots }),
    }
  })

  return {
    check: Effect.map(findPost(postId, null), (post) => (post === null ? ("hidden" as const) : ("open" as const))).pipe(
      Effect.provide(services),
    ),
    write: (personIds) =>
      Effect.gen(function* () {
        const post = yield* findPost(postId, null)
        if (post === null) return new Map()
        const readers = yield* findReaders(post.channelId, personIds)
        const written = yield* Effect.forEach(
          personIds,
          (personId) => Effect.map(letterTo(post, readers.get(personId)), (letter) => [personId, letter] as const),
          { concurrency: GATED_AT_ONCE_MAX },
        )
        return new Map(written)
      }).pipe(Effect.provide(services)),
  } satisfies LetterSource
})
