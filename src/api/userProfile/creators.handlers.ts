import { Clock, Effect } from "effect"
import type { FeedId } from "#contract/feeds"
import {
  type AlreadyCreator,
  type ApplicationInReview,
  Applications,
  Channels,
  CreatorInvitations,
  FeedClaims,
  type NoApplication,
  type NoChannel,
  type TooManySubChannels,
  type TooManySubmissions,
  type UnfitForm,
} from "#core/channels"
import { isUuid } from "#core/kernel"
import { findPerson } from "#projections/accounts"
import {
  channelsOf,
  findApplication,
  findChannel,
  type ListedChannel,
  listClaims,
  listProfit,
  listSupporters,
  searchChannels,
} from "#projections/channels"
import { waitFor } from "#projections/runner"
import { translator } from "#src/i18n/index.ts"
import { languageTagsOf } from "#src/lib/contentLanguages.ts"
import type { Services } from "#src/process/runtime.ts"
import { answer, BadRequest, Conflict, NotFound, refusal } from "../envelope.ts"
import { whichFeed } from "../feed/which.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, outgoing, searching, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { SAVED_MS_MAX } from "../savedMsMax.ts"
import { refuseClaim } from "../user/linkAccount.handlers.ts"
import { toAmountText } from "../walletFields.ts"
import { toApplication, toCreatorItem, toCreatorProfile, toSupporters } from "./creators.wire.ts"
import { refuseOthersPicture } from "./refuseOthersPicture.ts"

const PAGE_SIZE = 20

type Call<Payload> = { readonly payload: Payload }
type WhichChannel = { readonly channelId?: number }
type Answers = {
  readonly action?: "submit" | "save" | "withdraw"
  readonly subject?: string
  readonly about?: string
  readonly links?: ReadonlyArray<string>
  readonly languageCodes?: ReadonlyArray<string>
  readonly inviteCode?: string
}
type Profile = WhichChannel & {
  readonly subject?: string
  readonly bio?: string
  readonly links?: ReadonlyArray<string>
  readonly languageCodes?: ReadonlyArray<string>
  readonly tags?: ReadonlyArray<string>
}
type Settings = WhichChannel & {
  readonly userChannelStatusId?: number
  readonly userChannelDisplayStatusId?: number
  readonly commentLevelId?: number
  readonly successorCode?: string | null
  readonly subChannel?: string
}
type Images = WhichChannel & { readonly icon?: string | null; readonly banner?: string | null }
type Searched = {
  readonly keyword?: string
  readonly filter?: { readonly page: number; readonly pageSize: number }
}

/** Handlers of creators.contract.ts; resolved once for the group. */
export const creatorHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const [applications, channels, claims] = [yield* Applications, yield* Channels, yield* FeedClaims]
  const { addFeed } = yield* whichFeed
  const [limited, limitedWriting] = [yield* limitedAsStandard, yield* writing]
  const [limitedSearching, limitedOutgoing] = [yield* searching, yield* outgoing]

  return {
    ApplyContentCreator: Effect.fn("ApplyContentCreator")(function* ({ payload }: Call<Answers>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const { action = "submit", subject = "", about = "", links = [], languageCodes = [] } = payload
      const form = { subject, about, links, languages: languageCodes.flatMap(languageTagsOf) }
      if (payload.inviteCode !== undefined && action === "submit") yield* takeInvitation(payload.inviteCode, personId)
      const applied: Effect.Effect<
        number,
        AlreadyCreator | ApplicationInReview | NoApplication | TooManySubmissions | UnfitForm
      > =
        action === "withdraw" ? applications.withdraw(personId) : applications.apply(personId, form, action === "save")
      const position = yield* applied.pipe(Effect.catch(refuse))
      yield* waitFor("applications", position, SAVED_MS_MAX)
      const application = yield* findApplication(personId)
      if (application === null) return yield* noCreator
      const { locale } = yield* CurrentCaller
      return answer({ application: toApplication(application) }, translator(locale)(`creators.did.${action}`))
    }, provide),

    LoadApplyForm: Effect.fn("LoadApplyForm")(function* () {
      const { personId } = yield* requireMember
      yield* limited
      const application = yield* findApplication(personId)
      return answer({ application: application && toApplication(application) })
    }, provide),

    LoadCCProfile: Effect.fn("LoadCCProfile")(function* ({ payload: { channelId } }: Call<WhichChannel>) {
      const { personId } = yield* requireMember
      yield* limited
      return answer({ profile: yield* ownProfile(personId, channelId) })
    }, provide),

    LoadCCProfileByCode: Effect.fn("LoadCCProfileByCode")(function* ({
      payload: { channelCode },
    }: Call<{ readonly channelCode: string }>) {
      yield* limited
      const channel = yield* findChannel(channelCode)
      return answer({ profile: yield* profileOf(channel ?? (yield* noCreator)) })
    }, provide),

    UpdateCCProfile: Effect.fn("UpdateCCProfile")(function* ({
      payload: { channelId, languageCodes, ...change },
    }: Call<Profile>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const channel = yield* ownChannel(personId, channelId)
      const languages = languageCodes?.flatMap(languageTagsOf)
      const description = { ...change, ...(languages === undefined ? {} : { languages }) }
      const position = yield* channels.describe(personId, channel, description).pipe(Effect.catch(refuse))
      return yield* saved(personId, channel, position)
    }, provide),

    UpdateContentCreator: Effect.fn("UpdateContentCreator")(
      function* ({ payload: { channelId, subChannel, commentLevelId, ...change } }: Call<Settings>) {
        const { personId } = yield* requireMember
        yield* limitedWriting
        const channel = yield* ownChannel(personId, channelId)
        const { userChannelStatusId, userChannelDisplayStatusId, successorCode } = change
        if (typeof successorCode === "string" && (yield* findChannel(successorCode)) === null) return yield* noCreator
        const status = {
          ...(userChannelStatusId === undefined ? {} : { statusId: userChannelStatusId }),
          ...(userChannelDisplayStatusId === undefined ? {} : { displayStatusId: userChannelDisplayStatusId }),
          ...(successorCode === undefined ? {} : { successorCode }),
        }
        const positions = [
          Object.keys(status).length === 0 ? 0 : yield* channels.setStatus(personId, channel, status),
          commentLevelId === undefined ? 0 : yield* channels.setCommentLevel(personId, channel, commentLevelId),
          subChannel === undefined ? 0 : (yield* channels.openSubChannel(personId, channel, subChannel)).position,
        ]
        return yield* saved(personId, channel, Math.max(...positions))
      },
      Effect.catchTags({ UnfitForm: refuse, NoChannel: refuse, TooManySubChannels: refuse }),
      provide,
    ),

    UpdateContentCreaterImage: Effect.fn("UpdateContentCreaterImage")(function* ({
      payload: { channelId, ...pictures },
    }: Call<Images>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const channel = yield* ownChannel(personId, channelId)
      for (const key of [pictures.icon, pictures.banner]) yield* refuseOthersPicture(key ?? null, personId)
      const position = yield* channels.picture(personId, channel, pictures).pipe(Effect.catch(refuse))
      return yield* saved(personId, channel, position)
    }, provide),

    SearchCC: Effect.fn("SearchCC")(function* ({ payload: { keyword = "", filter } }: Call<Searched>) {
      yield* limitedSearching
      const { page, pageSize } = filter ?? { page: 1, pageSize: PAGE_SIZE }
      const found = yield* searchChannels({ keyword, page, pageSize })
      return answer({ channels: found.channels.map(toCreatorItem), hasMore: found.hasMore })
    }, provide),

    AddPersonalRSS: Effect.fn("AddPersonalRSS")(function* ({ payload: { url } }: Call<{ readonly url: string }>) {
      const who = yield* requireMember
      yield* limitedOutgoing
      const channel = yield* ownChannel(who.personId, undefined)
      const feed = yield* addFeed(url)
      const claim = claims.claim(who, { ...feed, feedId: feed.feedId as FeedId })
      yield* waitFor("feed_claims", yield* claim.pipe(Effect.catch(refuseClaim)))
      return yield* saved(who.personId, channel, 0)
    }, provide),

    SupporterList: Effect.fn("SupporterList")(function* ({ payload: { page = 1 } }: Call<{ readonly page?: number }>) {
      const { personId } = yield* requireMember
      yield* limited
      yield* ownChannel(personId, undefined)
      const { subscribers, premium } = yield* listSupporters(personId, page)
      return answer({ subscribers: toSupporters(subscribers), premium: toSupporters(premium) })
    }, provide),

    LoadProfit: Effect.fn("LoadProfit")(function* () {
      const { personId } = yield* requireMember
      yield* limited
      yield* ownChannel(personId, undefined)
      const months = yield* listProfit(personId, yield* Clock.currentTimeMillis)
      const profit = months.map(({ amount, ...rest }) => ({
        ...rest,
        amount: toAmountText(amount, rest.assetTypeId),
      }))
      return answer({ profit })
    }, provide),
  }
})

/** Notes who applied with an invitation. An application does not fail because its invitation was used or is wrong. */
const takeInvitation = Effect.fnUntraced(function* (inviteCode: string, takerId: string) {
  const [userCode = "", inviteId = ""] = inviteCode.split(".")
  const inviter = yield* findPerson(userCode)
  if (inviter === null || !isUuid(inviteId)) return
  const taken = CreatorInvitations.use(({ take }) => take(inviter.personId, inviteId, takerId))
  yield* Effect.catch(taken, () => Effect.void)
})

const noCreator = Effect.gen(function* () {
  return yield* new NotFound(refusal(translator((yield* CurrentCaller).locale)("creators.noChannel")))
})

/** The id of the caller's channel: the requested one, or the first. */
const ownChannel = Effect.fnUntraced(function* (personId: string, channelId: number | undefined) {
  const own = yield* channelsOf(personId)
  const channel = channelId === undefined ? own[0] : own.find((each) => each.channelId === channelId)
  return channel === undefined ? yield* noCreator : channel.channelId
})

const profileOf = Effect.fnUntraced(function* (channel: ListedChannel, isOwn = false) {
  const channels = yield* channelsOf(channel.personId)
  const shown = channels.filter(({ isWithheld }) => isOwn || !isWithheld)
  return toCreatorProfile(channel, shown, yield* listClaims(channel.personId))
})

const ownProfile = Effect.fnUntraced(function* (personId: string, channelId: number | undefined) {
  const wanted = yield* ownChannel(personId, channelId)
  const channel = (yield* channelsOf(personId)).find((each) => each.channelId === wanted)
  return yield* profileOf(channel ?? (yield* noCreator), true)
})

const saved = Effect.fnUntraced(function* (personId: string, channelId: number, position: number) {
  yield* waitFor("channels", position)
  const profile = yield* ownProfile(personId, channelId)
  return answer({ profile }, translator((yield* CurrentCaller).locale)("accountCall.saved"))
})

type Refusal =
  | AlreadyCreator
  | ApplicationInReview
  | NoApplication
  | NoChannel
  | TooManySubChannels
  | TooManySubmissions
  | UnfitForm

type ErrorFor<R> = R extends UnfitForm ? BadRequest : R extends NoChannel ? NotFound : Conflict

/** Fails with a refusal in the caller's language. */
const refuse = <R extends Refusal>(refused: R): Effect.Effect<never, ErrorFor<R>> =>
  Effect.flatMap(said(refused), (error) => Effect.fail(error as ErrorFor<R>))

const said = Effect.fnUntraced(function* (refused: Refusal) {
  const t = translator((yield* CurrentCaller).locale)
  const message = refusal(t(refused.messageKey))
  if (refused._tag === "NoChannel") return new NotFound(message)
  if (refused._tag !== "UnfitForm") return new Conflict(message)
  const problems = refused.problems.map(
    ({ field, problem }) => [FIELD_NAMES[field] ?? field, [t(`creators.problem.${problem}`)]] as const,
  )
  return new BadRequest({ ...message, errors: Object.fromEntries(problems) })
})

/** Names of fields on the wire that differ from those of the module. */
const FIELD_NAMES: Readonly<Record<string, string>> = { languages: "languageCodes" }
