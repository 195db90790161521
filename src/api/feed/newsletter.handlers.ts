import { Effect } from "effect"
import { type EmailSettingId, type EmailStatusId, frequencyOf } from "#contract/newsletters"
import { isUuid } from "#core/kernel"
import {
  Bounces,
  MailLists,
  type NoSending,
  type NothingFailed,
  Reports,
  type SendingOver,
  type SendingReport,
  Sendings,
  type TooManyLists,
} from "#core/newsletters"
import { findNames, findProfile } from "#projections/accounts"
import { channelsOf, findChannel } from "#projections/channels"
import { countMembers, type EmailSetting, listEmailSettings } from "#projections/newsletters"
import { findPost } from "#projections/publishing"
import { waitFor } from "#projections/runner"
import { translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { answer, Conflict, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { emailStatuses, sendListStatuses } from "../home/lists.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"

type Call<Payload> = { readonly payload: Payload }
type Filter = { readonly page: number; readonly pageSize: number }

const REPORTS_PAGE_SIZE_MAX = 20

/** Handlers of newsletter.contract.ts; resolved once for the group. */
export const newsletterHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const [lists, bounces, sendings, reports] = [yield* MailLists, yield* Bounces, yield* Sendings, yield* Reports]
  const [limited, limitedWriting] = [yield* limitedAsStandard, yield* writing]

  const requireChannel = Effect.fnUntraced(function* (code: string) {
    const channel = yield* findChannel(code)
    return channel ?? (yield* missing("creators.noChannel"))
  })
  const requireReport = Effect.fnUntraced(function* (personId: string, contentId: string) {
    const report = isUuid(contentId) ? yield* reports.find(personId, contentId) : null
    return report ?? (yield* missing("newsletters.noSending"))
  })

  const setForChannel = Effect.fnUntraced(function* (
    personId: string,
    code: string,
    settingId: EmailSettingId,
    isShared: boolean | undefined,
  ) {
    const { channelId } = yield* requireChannel(code)
    const frequency = frequencyOf(settingId)
    if (frequency === null) return yield* lists.leave(personId, { channelId }, "page")
    const position = yield* lists.join(personId, channelId, frequency).pipe(Effect.catch(refuse))
    // A person who asks for mail again wants it in spite of what their address was suppressed for.
    const profile = yield* findProfile(personId)
    if (profile !== null && profile.email !== null) yield* bounces.lift(profile.email, channelId)
    // A repeated command may not change anything: the position of what changed counts.
    return isShared === undefined ? position : Math.max(position, yield* lists.share(personId, channelId, isShared))
  })
  const setForAll = (personId: string, settingId: EmailSettingId) => {
    const frequency = frequencyOf(settingId)
    return frequency === null ? lists.leave(personId, "all", "page") : lists.setAll(personId, frequency)
  }

  return {
    UpdateEmailSetting: Effect.fn("UpdateEmailSetting")(function* ({
      payload: { channelCode, emailSettingId, shareAddress },
    }: Call<{
      readonly channelCode?: string
      readonly emailSettingId: EmailSettingId
      readonly shareAddress?: boolean
    }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const position = yield* channelCode === undefined
        ? setForAll(personId, emailSettingId)
        : setForChannel(personId, channelCode, emailSettingId, shareAddress)
      if (position > 0) yield* waitFor("mail_lists", position)
      return answer({ settings: (yield* listEmailSettings(personId)).map(toSetting) })
    }, provide),

    CancelEmail: Effect.fn("CancelEmail")(function* ({ payload: { contentId } }: Call<{ readonly contentId: string }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      yield* requireReport(personId, contentId)
      yield* sendings.cancel(personId, contentId).pipe(Effect.catch(refuse))
      return answer({ report: yield* toReport(yield* requireReport(personId, contentId)) })
    }, provide),

    ResendEmail: Effect.fn("ResendEmail")(function* ({ payload: { contentId } }: Call<{ readonly contentId: string }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      yield* requireReport(personId, contentId)
      yield* sendings.resend(personId, contentId).pipe(Effect.catch(refuse))
      return answer({ report: yield* toReport(yield* requireReport(personId, contentId)) })
    }, provide),

    NewPostEmailReport: Effect.fn("NewPostEmailReport")(function* ({
      payload: { channelCode, filter },
    }: Call<{ readonly channelCode?: string; readonly filter: Filter }>) {
      const { personId } = yield* requireMember
      yield* limited
      const own = yield* channelsOf(personId)
      const one = channelCode === undefined ? undefined : own.find(({ code }) => code === channelCode.toUpperCase())
      if (channelCode !== undefined && one === undefined) return yield* missing("creators.noChannel")
      const pageSize = Math.min(filter.pageSize, REPORTS_PAGE_SIZE_MAX)
      const page = { page: filter.page, pageSize, channelId: one?.channelId }
      const found = yield* reports.list(personId, page)
      const counts = yield* Effect.forEach(one === undefined ? own : [one], ({ channelId }) => countMembers(channelId))
      const sendList = Object.fromEntries(
        sendListStatuses.map(({ id, name }) => [name, counts.reduce((sum, each) => sum + (each.get(id) ?? 0), 0)]),
      )
      return answer({ reports: yield* Effect.forEach(found, toReport), sendList, hasMore: found.length === pageSize })
    }, provide),

    NewPostEmailDetailReport: Effect.fn("NewPostEmailDetailReport")(function* ({
      payload: { contentId, emailStatusId, filter },
    }: Call<{ readonly contentId: string; readonly emailStatusId?: EmailStatusId; readonly filter: Filter }>) {
      const { personId } = yield* requireMember
      yield* limited
      const report = yield* requireReport(personId, contentId)
      const letters = yield* reports.letters(contentId, { ...filter, statusId: emailStatusId })
      const people = yield* findNames(letters.map((letter) => letter.personId))
      const readers = letters.map((letter) => {
        const person = people.get(letter.personId)
        return {
          userCode: person?.userCode ?? "",
          displayName: person?.displayName ?? "",
          emailStatusId: letter.statusId,
          time: letter.settledMs,
        }
      })
      return answer({ report: yield* toReport(report), readers, hasMore: letters.length === filter.pageSize })
    }, provide),
  }
})

const toSetting = ({ channelCode, subject, settingId, statusId, isShared }: EmailSetting) => ({
  channelCode,
  subject,
  // Who left a list gets no mail, whatever they had chosen before.
  emailSettingId: (statusId === 1 ? settingId : 1) as EmailSettingId,
  sendListStatusId: statusId as 1 | 2 | 3,
  shareAddress: isShared,
})

const toReport = Effect.fnUntraced(function* (report: SendingReport) {
  const { sendingId, postId, authorId, state, dueMs, candidates, byStatus, excluded, uncertain } = report
  const post = yield* findPost(postId, authorId)
  const emailStatus = Object.fromEntries(emailStatuses.map(({ id, name }) => [name, byStatus[id as EmailStatusId]]))
  const counts = { candidates, emailStatus, excluded, uncertain }
  const kind = report.kind === "opened" ? ("opened" as const) : ("post" as const)
  return { emailId: sendingId, kind, contentId: postId, title: post?.title ?? "", state, due: dueMs, ...counts }
})

const missing = Effect.fnUntraced(function* (key: "creators.noChannel" | "newsletters.noSending") {
  return yield* new NotFound(refusal(translator((yield* CurrentCaller).locale)(key)))
})

const refuse = Effect.fnUntraced(function* (error: TooManyLists | NoSending | NothingFailed | SendingOver) {
  const message = refusal(translator((yield* CurrentCaller).locale)(error.messageKey))
  return yield* error._tag === "NoSending" ? new NotFound(message) : new Conflict(message)
})
