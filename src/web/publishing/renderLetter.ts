import { Effect } from "effect"
import { AppConfig } from "#core/kernel"
import { domainOf, type LetterText, letterTextsOf, senderOf } from "#core/mail"
import { writePostLetter } from "#core/newsletters"
import {
  cardAddressesOf,
  LinkCards,
  MediaLinks,
  type PostMedia,
  plainTextOf,
  type RenderOptions,
  renderPost,
} from "#core/publishing"
import { paths } from "#src/lib/paths.ts"
import { fileNameOf } from "../media/fileNameOf.ts"

/** A post as one reader gets it by mail. */
export type PostByMail = {
  readonly title: string
  readonly preview: string
  /** The gated part, if this reader may read it. */
  readonly gated: string | null
  /** Whether there is a part that this reader may not read. */
  readonly isLocked: boolean
  /** Whether it opened to this reader after it was published. */
  readonly isOpened?: boolean
  /** Whether its author tries out what readers get. */
  readonly isTest?: boolean
  readonly channelCode: string
  readonly channelName: string
  /** The last part of its address. */
  readonly slug: string
}

/**
 * Writes a post as a letter, before it is addressed. A letter loads nothing from other sites, plays nothing, and contains
 * only pictures that `resolveMedia` finds; in the place of other files is a link to the page of the post, which asks for
 * the level of its visitor.
 */
export const renderLetter = Effect.fn("renderLetter")(function* (
  post: PostByMail,
  locale: string,
  resolveMedia: RenderOptions["resolveMedia"],
) {
  const [settings, linkCards] = [yield* AppConfig, yield* LinkCards]
  const { publicOrigin: origin } = settings
  const { title, preview, gated, isLocked, isOpened = false, isTest = false, channelCode, channelName, slug } = post
  const page = `${origin}${paths.post(channelCode, slug)}`
  const markdown = gated === null ? preview : `${preview}\n\n${gated}`
  const cards = yield* linkCards.find(cardAddressesOf(markdown))
  const { html } = renderPost(markdown, {
    locale,
    resolveMedia: (mediaId) => {
      const found = resolveMedia(mediaId)
      return found?.kind === "image" ? found : null
    },
    resolvePicture: () => null,
    resolveCard: (address) => cards.get(address) ?? null,
    standIn: { href: page, label: letterTextsOf(locale).seeOnline },
  })
  const text = plainTextOf(markdown, { withAddresses: true })
  const sender = senderOf(settings)
  return {
    ...writePostLetter(
      { title, channelName, html, text, isLocked, isOpened, isTest },
      { origin, readUrl: `${page}?mail=` },
      locale,
    ),
    from: { name: channelName, address: sender },
    domain: domainOf(sender),
    listId: `${channelCode.toLowerCase()}.${new URL(origin).hostname}`,
    feedbackId: `${channelCode}:post:newsletter:quire`,
  } satisfies LetterText
})

/** Makes the `resolveMedia` of letters for files that everyone may load: the same addresses for all readers. */
export const publicPictures = Effect.fn("publicPictures")(function* (media: ReadonlyArray<PostMedia>) {
  const [links, { publicOrigin }] = [yield* MediaLinks, yield* AppConfig]
  return (mediaId: string) => {
    const found = media.find((each) => each.mediaId === mediaId)
    return found === undefined ? null : { ...found, url: publicOrigin + links.publicPath(mediaId, fileNameOf(found)) }
  }
})
