import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { listAssetTypes } from "#projections/wallet"
import { catalogue, type Message, translator } from "#src/i18n/index.ts"
import { tagList } from "#src/lib/tags.ts"
import type { Services } from "#src/process/runtime.ts"
import { popularTagsNow } from "#src/web/library/libraryCache.ts"
import { Api } from "../Api.ts"
import { answer } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import * as lists from "./lists.ts"
import { mediaHandlers } from "./media.handlers.ts"
import { pictureHandlers } from "./pictures.handlers.ts"

const fixed = <A>(data: A) => {
  const same = answer(data)
  return () => Effect.succeed(same)
}

/** Interface texts for other clients, without those with plural forms. */
const blurbsOf = (words: Readonly<Record<string, Message>>) =>
  Object.entries(words).flatMap(([blurbType, text], index) =>
    typeof text === "string" ? [{ id: index + 1, defaultText: text, blurbType }] : [],
  )
const blurbs = { zh: blurbsOf(catalogue["zh-Hans"]), en: blurbsOf(catalogue.en) }

export const HomeHandlers = HttpApiBuilder.group(
  Api,
  "Home",
  Effect.fn(function* (handlers) {
    const provide = Effect.provide(yield* Effect.context<Services>())
    return handlers.handleAll({
      LoadPreference: fixed(lists.preferences),
      LoadAssetType: Effect.fnUntraced(function* () {
        return answer((yield* listAssetTypes).map(({ place: _, ...type }) => type))
      }, provide),
      LoadKYCStatus: fixed(lists.kycStatuses),
      LoadSubscribeRuleStatus: fixed(lists.subscribeRuleStatuses),
      LoadApplcationRequestStatus: fixed(lists.applicationRequestStatuses),
      LoadRelationShipStatus: fixed(lists.relationshipStatuses),
      Levels: fixed(lists.levels),
      CommentLevels: fixed(lists.commentLevels),
      LoadLocalContentStatus: fixed(lists.localContentStatuses),
      UserLikeStatus: fixed(lists.userLikeStatuses),
      LoadApplcationRequestType: fixed(lists.applicationRequestTypes),
      CommentType: fixed(lists.commentTypes),
      LoadUserChannelStatus: fixed(lists.userChannelStatuses),
      LoadChannelDisplayStatus: fixed(lists.channelDisplayStatuses),
      Time: Effect.fnUntraced(function* () {
        const time = yield* Clock.currentTimeMillis
        return answer({ time, iso: new Date(time).toISOString() })
      }),
      Socials: fixed(lists.socials),
      LoadTags: Effect.fnUntraced(function* () {
        return answer(tagList(yield* popularTagsNow))
      }, provide),
      LoadRequestStatus: fixed(lists.requestStatuses),
      LoadChannelAccessType: fixed(lists.channelAccessTypes),
      LoadRoute: Effect.fnUntraced(function* () {
        const t = translator((yield* CurrentCaller).locale)
        return answer(lists.routes.map(({ label, path }) => ({ label: t(label), path })))
      }),
      LoadLinkAccountStatus: fixed(lists.linkAccountStatuses),
      LoadOrderClass: fixed(lists.orderClasses),
      LoadEmailStatus: fixed(lists.emailStatuses),
      LoadFeedContentStatus: fixed(lists.feedContentStatuses),
      LoadSendListStatus: fixed(lists.sendListStatuses),
      LoadLanguages: fixed(lists.languages),
      LoadBlurbs: fixed(blurbs),
      ...(yield* mediaHandlers),
      ...(yield* pictureHandlers),
    })
  }),
)
