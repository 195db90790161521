import { Effect, Result } from "effect"
import { CHANNEL_MOVE_PATH } from "#contract/channels"
import { ChannelMoves } from "#core/channels"
import { ContinuedFeeds, type ImportReport, Imports } from "#core/imports"
import { AppConfig } from "#core/kernel"
import { type MemberFeed, MemberFeeds } from "#core/publishing"
import { channelsOf, findChannel, findChannelById } from "#projections/channels"
import { countSharingReaders } from "#projections/newsletters"
import { waitFor } from "#projections/runner"
import { type PlainKey, translator } from "#src/i18n/index.ts"
import { LIST_FORMATS, PODCAST_FEED } from "#src/lib/lists.ts"
import { paths } from "#src/lib/paths.ts"
import type { Services } from "#src/process/runtime.ts"
import { answer, BadRequest, Conflict, NotFound, refusal } from "../envelope.ts"
import { whichFeed } from "../feed/which.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"

type Call<Payload> = { readonly payload: Payload }
type Refused = { readonly _tag: string; readonly messageKey: PlainKey }

/** Handlers of imports.contract.ts; resolved once for the group. */
export const importHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const [imports, memberFeeds, { publicOrigin }] = [yield* Imports, yield* MemberFeeds, yield* AppConfig]
  const continued = yield* ContinuedFeeds
  const [limited, limitedWriting] = [yield* limitedAsStandard, yield* writing]

  const [moves, which] = [yield* ChannelMoves, yield* whichFeed]

  const requireOwn = Effect.fnUntraced(function* (personId: string, channelId: number) {
    const own = (yield* channelsOf(personId)).find((channel) => channel.channelId === channelId)
    return own ?? (yield* missing("creators.noChannel"))
  })
  const moveOf = Effect.fnUntraced(function* (personId: string, channelId: number) {
    const { movedTo } = yield* requireOwn(personId, channelId)
    return answer({ movedTo, code: moves.codeOf(personId, channelId), path: CHANNEL_MOVE_PATH })
  })
  const found = (personId: string, importId: string) =>
    imports.find(personId, importId).pipe(Effect.map(toImport), Effect.catch(refuse))
  const after = Effect.fnUntraced(function* (personId: string, work: Effect.Effect<string, Refused>) {
    const importId = yield* work.pipe(Effect.catch(refuse))
    return answer({ import: yield* found(personId, importId) })
  })
  const addressesOf = (privateFeedId: string, token: string) => {
    const files = [
      ...LIST_FORMATS.map((format) => [format, `posts.${format}`] as const),
      ["podcast", PODCAST_FEED] as const,
    ]
    const urls = Object.fromEntries(
      files.map(([name, file]) => [name, publicOrigin + paths.memberFeed(token, file)] as const),
    )
    return answer({ privateFeedId, urls })
  }

  return {
    ImportFeed: Effect.fn("ImportFeed")(function* ({
      payload: { channelId, feedId, continues = false },
    }: Call<{ readonly channelId: number; readonly feedId: string; readonly continues?: boolean }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      // Before the archive is listed, so that no item is missed between the two.
      if (continues) yield* continued.begin(personId, channelId, feedId).pipe(Effect.catch(refuse))
      return yield* after(personId, imports.beginFeed(personId, channelId, feedId))
    }, provide),

    ContinueFeed: Effect.fn("ContinueFeed")(function* ({
      payload: { channelId, feedId, continues },
    }: Call<{ readonly channelId: number; readonly feedId: string; readonly continues: boolean }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      yield* requireOwn(personId, channelId)
      if (continues) yield* continued.begin(personId, channelId, feedId).pipe(Effect.catch(refuse))
      else yield* continued.end(personId, feedId)
      return answer(null)
    }, provide),

    BeginImport: Effect.fn("BeginImport")(function* ({
      payload: { channelId, uploadId },
    }: Call<{ readonly channelId: number; readonly uploadId: string }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      return yield* after(personId, imports.begin(personId, channelId, uploadId))
    }, provide),

    StartImport: Effect.fn("StartImport")(function* ({
      payload: { importId, publishes, bringsBack = false, siteUrl = null },
    }: Call<{
      readonly importId: string
      readonly publishes: boolean
      readonly bringsBack?: boolean
      readonly siteUrl?: string | null
    }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const options = { publishes, bringsBack, siteUrl }
      return yield* after(personId, Effect.as(imports.start(personId, importId, options), importId))
    }, provide),

    CancelImport: Effect.fn("CancelImport")(function* ({ payload: { importId } }: Call<{ readonly importId: string }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      return yield* after(personId, Effect.as(imports.cancel(personId, importId), importId))
    }, provide),

    LoadImports: Effect.fn("LoadImports")(function* () {
      const { personId } = yield* requireMember
      yield* limited
      return answer({
        imports: (yield* imports.list(personId)).map(toImport),
        continuedFeeds: yield* continued.list(personId),
      })
    }, provide),

    LoadImport: Effect.fn("LoadImport")(function* ({
      payload: { importId, problemsOnly = false, after: last = -1 },
    }: Call<{ readonly importId: string; readonly problemsOnly?: boolean; readonly after?: number }>) {
      const { personId } = yield* requireMember
      yield* limited
      const own = yield* Effect.result(imports.find(personId, importId))
      if (Result.isFailure(own)) return yield* missing(own.failure.messageKey)
      const entries = yield* imports.entries(own.success.importId, problemsOnly ? "problems" : "all", last)
      return answer({
        import: toImport(own.success),
        entries: entries.map(({ number, title, publishedAt, levelId, outcome, problem, postId }) => ({
          ...{ number, title, levelId, outcome, problem },
          published: publishedAt?.getTime() ?? null,
          contentId: postId,
        })),
      })
    }, provide),

    LoadExport: Effect.fn("LoadExport")(function* ({ payload: { channelId } }: Call<{ readonly channelId: number }>) {
      const { personId } = yield* requireMember
      yield* limited
      yield* requireOwn(personId, channelId)
      const [url, readersUrl] = [paths.exportOf(channelId), paths.readersOf(channelId)].map(
        (path) => publicOrigin + path,
      )
      return answer({ url: url ?? "", readersUrl: readersUrl ?? "", readers: yield* countSharingReaders(channelId) })
    }, provide),

    LoadMove: Effect.fn("LoadMove")(function* ({ payload: { channelId } }: Call<{ readonly channelId: number }>) {
      const { personId } = yield* requireMember
      yield* limited
      return yield* moveOf(personId, channelId)
    }, provide),

    MoveChannel: Effect.fn("MoveChannel")(function* ({
      payload: { channelId, url },
    }: Call<{ readonly channelId: number; readonly url: string }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      yield* requireOwn(personId, channelId)
      const feed = yield* which.addFeed(url)
      const position = yield* moves
        .move(personId, channelId, { feedId: feed.feedId, url: feed.url })
        .pipe(Effect.catch(refuse))
      yield* waitFor("channels", position)
      return yield* moveOf(personId, channelId)
    }, provide),

    EndMove: Effect.fn("EndMove")(function* ({ payload: { channelId } }: Call<{ readonly channelId: number }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const position = yield* moves.end(personId, channelId).pipe(Effect.catch(() => missing("creators.noChannel")))
      yield* waitFor("channels", position)
      return yield* moveOf(personId, channelId)
    }, provide),

    CreatePrivateFeed: Effect.fn("CreatePrivateFeed")(function* ({
      payload: { channelCode, name = "" },
    }: Call<{ readonly channelCode: string; readonly name?: string }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const channel = yield* findChannel(channelCode)
      if (channel === null) return yield* missing("creators.noChannel")
      const { feedId, token } = yield* memberFeeds.create(personId, channel.channelId, name).pipe(Effect.catch(refuse))
      return addressesOf(feedId, token)
    }, provide),

    RenewPrivateFeed: Effect.fn("RenewPrivateFeed")(function* ({
      payload: { privateFeedId },
    }: Call<{ readonly privateFeedId: string }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const { token } = yield* memberFeeds.renew(personId, privateFeedId).pipe(Effect.catch(refuse))
      return addressesOf(privateFeedId, token)
    }, provide),

    RemovePrivateFeed: Effect.fn("RemovePrivateFeed")(function* ({
      payload: { privateFeedId },
    }: Call<{ readonly privateFeedId: string }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      yield* memberFeeds.revoke(personId, privateFeedId).pipe(Effect.catch(refuse))
      return answer(null)
    }, provide),

    LoadPrivateFeeds: Effect.fn("LoadPrivateFeeds")(function* ({
      payload: { channelCode },
    }: Call<{ readonly channelCode?: string }>) {
      const { personId } = yield* requireMember
      yield* limited
      const channel = channelCode === undefined ? null : yield* findChannel(channelCode)
      if (channelCode !== undefined && channel === null) return yield* missing("creators.noChannel")
      const feeds = yield* memberFeeds.list(personId, channel?.channelId ?? null)
      return answer({ feeds: yield* Effect.forEach(feeds, toPrivateFeed) })
    }, provide),
  }
})

const toImport = ({ importId, channelId, name, source, state, problem, counts, people, beganAt }: ImportReport) => {
  const { imported, there, refused, worked, total, files, missing: lost } = counts
  return {
    ...{ importId, channelId, name, source, state, problem, people },
    counts: { imported, there, refused, worked, total, files, missing: lost },
    began: beganAt.getTime(),
  }
}

const toPrivateFeed = Effect.fnUntraced(function* ({ feedId, channelId, name, madeAt, usedAt, warnedAt }: MemberFeed) {
  const channel = yield* findChannelById(channelId)
  return {
    ...{ privateFeedId: feedId, channelCode: channel?.code ?? "", name },
    ...{ made: madeAt.getTime(), used: usedAt?.getTime() ?? null, warned: warnedAt?.getTime() ?? null },
  }
})

const missing = Effect.fnUntraced(function* (key: PlainKey) {
  return yield* new NotFound(refusal(translator((yield* CurrentCaller).locale)(key)))
})

const refuse = Effect.fnUntraced(function* ({ _tag, messageKey }: Refused) {
  const message = refusal(translator((yield* CurrentCaller).locale)(messageKey))
  if (_tag === "NoImport" || _tag === "NoArchive" || _tag === "NoMemberFeed" || _tag === "NoChannel")
    return yield* new NotFound(message)
  if (_tag === "UnfitSite") return yield* new BadRequest({ ...message, errors: { siteUrl: [message.message] } })
  return yield* new Conflict(message)
})
