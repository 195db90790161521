import { Clock, Effect } from "effect"
import { POST_LEVEL } from "#contract/publishing"
import { Entitlements } from "#core/chat"
import { AppConfig } from "#core/kernel"
import { makeLetterTemplate } from "#core/mail"
import { type LetterSource, type OpenSending, OUT_SLOT, READ_SLOT, Sendings, Tokens } from "#core/newsletters"
import { PostMailLinks } from "#core/publishing"
import { findReaders, type Reader } from "#projections/newsletters"
import { findPost, type ListedPost, readGated } from "#projections/publishing"
import { publicPictures, renderLetter } from "#src/web/publishing/renderLetter.ts"

/** Lookups of gated parts at the same time. */
const GATED_AT_ONCE_MAX = 8

type GatedPart = NonNullable<Effect.Success<ReturnType<typeof readGated>>>
type LetterServices =
  | Effect.Services<ReturnType<typeof findPost> | ReturnType<typeof renderLetter> | ReturnType<typeof publicPictures>>
  | Entitlements

/**
 * Writes a post as letters. Membership, address and level are looked up when a letter is written, so that a reader whose
 * subscription has lapsed since the run began gets the preview alone. Nobody who got the whole post gets it by another run.
 */
export const postSource = Effect.fn("postSource")(function* (sending: OpenSending & { readonly postId: string }) {
  const { postId, kind } = sending
  const [settings, tokens, entitlements] = [yield* AppConfig, yield* Tokens, yield* Entitlements]
  const [mailLinks, sendings] = [yield* PostMailLinks, yield* Sendings]
  const services = yield* Effect.context<LetterServices>()
  const { publicOrigin: origin } = settings
  /** One text for each language, level and version. */
  const templates = new Map<string, ReturnType<typeof makeLetterTemplate>>()

  const templateOf = Effect.fnUntraced(function* (post: ListedPost, gated: GatedPart | null, locale: string) {
    const key = `${locale}\n${post.levelId}\n${post.revision}\n${gated?.markdown ?? ""}`
    const known = templates.get(key)
    if (known !== undefined) return known
    const isOpen = post.levelId === POST_LEVEL.everyone
    const letter = yield* renderLetter(
      {
        ...{ title: post.title, preview: post.preview, gated: gated?.markdown ?? null },
        isLocked: post.hasGated && gated === null,
        isOpened: kind === "opened",
        channelCode: post.channelCode,
        channelName: post.channelSubject,
        slug: post.slugs.at(-1) ?? post.postId,
      },
      locale,
      yield* publicPictures([...post.media, ...(isOpen ? (gated?.media ?? []) : [])]),
    )
    const template = makeLetterTemplate(letter)
    templates.set(key, template)
    return template
  })

  const letterTo = Effect.fnUntraced(function* (
    post: ListedPost,
    reader: Reader | undefined,
    had: ReadonlySet<string>,
  ) {
    if (reader === undefined) return { exclusion: "erased" as const }
    const { personId, email, locale, isConfirmed, isOn } = reader
    if (!isOn) return { exclusion: "left" as const }
    if (email === null || !isConfirmed) return { exclusion: "noAddress" as const }
    if (had.has(personId)) return { exclusion: "had" as const }
    const isEntitled =
      post.hasGated &&
      (post.levelId === POST_LEVEL.everyone ||
        (yield* entitlements.levelOf(post.personId, personId, 0)) >= post.levelId)
    const gated = isEntitled ? yield* readGated({ personId }, post) : null
    if (kind === "opened" && gated === null) return { exclusion: "locked" as const }
    const template = yield* templateOf(post, gated, locale)
    const out = tokens.outTokenOf({ personId, channelId: post.channelId })
    const read = mailLinks.tokenOf({ personId, postId }, yield* Clock.currentTimeMillis)
    const slots = { [OUT_SLOT]: out, [READ_SLOT]: read }
    const unsubscribeUrl = `${origin}/mail/out/${out}`
    return {
      to: email,
      isWhole: gated !== null,
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
        const [readers, had] = [
          yield* findReaders(post.channelId, personIds),
          yield* sendings.hadWhole(sending, personIds),
        ]
        const written = yield* Effect.forEach(
          personIds,
          (personId) => Effect.map(letterTo(post, readers.get(personId), had), (letter) => [personId, letter] as const),
          { concurrency: GATED_AT_ONCE_MAX },
        )
        return new Map(written)
      }).pipe(Effect.provide(services)),
  } satisfies LetterSource
})
