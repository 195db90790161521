import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { POST_LEVEL, POST_STATUS, type PostLevel } from "../limits.ts"
import { LevelOpened, type Opening, type PostEvent } from "./events.ts"
import { type PostState, type PostVersion, storedVersion } from "./Post.ts"

const DAY_MS = 86_400_000

/** The next level that time opens, and when; null if the post stays as it is. Days are 24 hours after publication. */
export const nextOpening = (
  { levelId, opening }: Pick<PostVersion, "levelId" | "opening">,
  publishedMs: number,
): { readonly levelId: PostLevel; readonly atMs: number } | null => {
  const openings = [
    { levelId: POST_LEVEL.everyone, days: opening.everyoneDays },
    { levelId: POST_LEVEL.subscribers, days: opening.subscribersDays },
  ].flatMap(({ levelId: to, days }) =>
    days === null || to >= levelId ? [] : [{ levelId: to, atMs: publishedMs + days * DAY_MS }],
  )
  // At the same time the lower level counts, which is the first of the list.
  return openings.reduce<(typeof openings)[number] | null>(
    (first, each) => (first === null || each.atMs < first.atMs ? each : first),
    null,
  )
}

/**
 * The plan of a new version. If its author raises the level again, past openings are dropped, because
 * they would undo the change at once.
 */
export const dropElapsed = (
  { publishedAt, levelId, opening: former }: PostState,
  { levelId: next, opening }: PostVersion,
  nowMs: number,
): Opening => {
  if (publishedAt === null || next <= levelId || JSON.stringify(former) !== JSON.stringify(opening)) return opening
  const publishedMs = Date.parse(publishedAt)
  const keep = (days: number | null) => (days !== null && publishedMs + days * DAY_MS <= nowMs ? null : days)
  return { subscribersDays: keep(opening.subscribersDays), everyoneDays: keep(opening.everyoneDays) }
}

/** Opens a published or hidden post to the levels that are due, unless operators withhold it; idempotent. One step, however many levels are due. */
export const openDueLevel =
  ({ postId, nowMs }: { readonly postId: string; readonly nowMs: number }) =>
  (state: PostState): Result.Result<ReadonlyArray<PostEvent>, never> => {
    const { personId, channelId, publishedAt, statusId, isWithheld } = state
    const isThere = statusId === POST_STATUS.published || statusId === POST_STATUS.hidden
    if (personId === null || publishedAt === null || !isThere || isWithheld) return Result.succeed([])
    let version: PostVersion = state
    for (;;) {
      const next = nextOpening(version, Date.parse(publishedAt))
      if (next === null || next.atMs > nowMs) break
      version = { ...version, levelId: next.levelId }
    }
    if (version === state) return Result.succeed([])
    const stored = storedVersion({ ...version, media: state.media })
    return Result.succeed([LevelOpened.make({ postId, personId, channelId, ...stored, openedAt: formatIso(nowMs) })])
  }
