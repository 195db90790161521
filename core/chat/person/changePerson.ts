import { Result } from "effect"
import { type Decide, formatIso } from "#core/kernel"
import { BLOCKS_MAX, REASON_LENGTH_MAX, REPORTS_MAX, STRANGERS_A_DAY_MAX } from "../contract.ts"
import {
  ChatForgotten,
  type ChatPersonEvent,
  MessageReported,
  PersonBlocked,
  PersonUnblocked,
  QuietHoursSet,
  StrangerAddressed,
} from "../events.ts"
import { InvalidQuietHours, NeedPermission, TooMany } from "../refusals.ts"
import { type ChatPersonState, reportKey } from "./ChatPerson.ts"

type Of = { readonly personId: string; readonly nowIso: string }

/** Neither of the two can write to the other afterwards. */
export const blockPerson =
  ({
    personId,
    blockedId,
    nowIso,
  }: Of & { readonly blockedId: string }): Decide<ChatPersonState, ChatPersonEvent, NeedPermission | TooMany> =>
  ({ blockedIds }) => {
    if (blockedId === personId) return Result.fail(new NeedPermission())
    if (blockedIds.has(blockedId)) return Result.succeed([])
    if (blockedIds.size >= BLOCKS_MAX) return Result.fail(new TooMany({ of: "blocks" }))
    return Result.succeed([PersonBlocked.make({ personId, blockedId, blockedAt: nowIso })])
  }

export const unblockPerson =
  ({
    personId,
    blockedId,
    nowIso,
  }: Of & { readonly blockedId: string }): Decide<ChatPersonState, ChatPersonEvent, never> =>
  ({ blockedIds }) =>
    Result.succeed(
      blockedIds.has(blockedId) ? [PersonUnblocked.make({ personId, blockedId, unblockedAt: nowIso })] : [],
    )

/** Minutes of the day, 0 to 1,439; the end may be after midnight. `timeZone` is an IANA name. */
export type QuietHours = { readonly fromMinute: number; readonly toMinute: number; readonly timeZone: string }

/** Null removes the quiet hours. */
export const setQuietHours =
  ({
    personId,
    hours,
    nowIso,
  }: Of & { readonly hours: QuietHours | null }): Decide<ChatPersonState, ChatPersonEvent, InvalidQuietHours> =>
  (state) => {
    if (hours !== null && !(isMinute(hours.fromMinute) && isMinute(hours.toMinute) && isTimeZone(hours.timeZone)))
      return Result.fail(new InvalidQuietHours())
    const fact = QuietHoursSet.make({ personId, hours, setAt: nowIso })
    const isSame = state.hours === JSON.stringify(fact.hours) || (hours === null && state.hours === "")
    return Result.succeed(isSame ? [] : [fact])
  }

/** Counts a new conversation. The limit stops spam to many strangers. */
export const addressStranger =
  ({
    personId,
    strangerId,
    nowIso,
  }: Of & { readonly strangerId: string }): Decide<ChatPersonState, ChatPersonEvent, TooMany> =>
  ({ addressedAt }) => {
    const dayAgo = formatIso(Date.parse(nowIso) - DAY_MS)
    if (addressedAt.filter((at) => at > dayAgo).length >= STRANGERS_A_DAY_MAX)
      return Result.fail(new TooMany({ of: "strangers" }))
    return Result.succeed([StrangerAddressed.make({ personId, strangerId, addressedAt: nowIso })])
  }

/** Reports a message to operators, once. */
export const reportMessage =
  ({
    personId,
    nowIso,
    reason,
    ...which
  }: Of & {
    readonly roomId: string
    readonly seq: number
    readonly senderId: string
    readonly reason: string
  }): Decide<ChatPersonState, ChatPersonEvent, TooMany> =>
  ({ reported }) => {
    if (reported.has(reportKey(which.roomId, which.seq))) return Result.succeed([])
    if (reported.size >= REPORTS_MAX) return Result.fail(new TooMany({ of: "reports" }))
    const said = reason.trim().slice(0, REASON_LENGTH_MAX).toWellFormed().replaceAll("\0", "")
    return Result.succeed([MessageReported.make({ personId, ...which, reason: said, reportedAt: nowIso })])
  }

/** Account deletion: no one can write to the person, and their decisions are removed. */
export const forgetPerson =
  ({ personId, nowIso }: Of): Decide<ChatPersonState, ChatPersonEvent, never> =>
  ({ isForgotten, blockedIds, reported }) =>
    Result.succeed(
      isForgotten
        ? []
        : [
            ChatForgotten.make({
              personId,
              blockedIds: [...blockedIds],
              reported: [...reported.values()],
              forgottenAt: nowIso,
            }),
          ],
    )

const isMinute = (minute: number): boolean => Number.isInteger(minute) && minute >= 0 && minute < MINUTES_PER_DAY
const MINUTES_PER_DAY = 1_440
const DAY_MS = MINUTES_PER_DAY * 60_000

const isTimeZone = (timeZone: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}
