import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { POST_SLUGS_MAX, POST_STATUS, SCHEDULE_DAYS_MAX } from "../limits.ts"
import { NoPost, PostIsWithheld, UnfitPost, WrongPostState } from "../refusals.ts"
import {
  PostAddressed,
  PostDeleted,
  type PostEvent,
  PostHidden,
  PostPublished,
  PostScheduled,
  PostShown,
  PostUnscheduled,
} from "./events.ts"
import { type PostState, storedVersion } from "./Post.ts"
import { isOwn, problemAt, publishProblems, type Who } from "./postRules.ts"
import { zonedTimeMs } from "./zonedTime.ts"

type Decided<Refusal> = Result.Result<ReadonlyArray<PostEvent>, Refusal>
const DAY_MS = 86_400_000

type Publication = Who & { readonly slug: string }

/** Publishes a draft or a scheduled post at this address. @param scheduled what the event says of a post that was due */
export const publishPost =
  ({ postId, personId, nowMs, slug }: Publication, scheduled: { readonly isScheduled?: true } = {}) =>
  (state: PostState): Decided<NoPost | UnfitPost | WrongPostState> => {
    if (!isOwn(state, personId)) return Result.fail(new NoPost({}))
    if (state.publishedAt !== null) return Result.fail(new WrongPostState({}))
    const problems = publishProblems(state)
    if (problems.length > 0) return Result.fail(new UnfitPost({ problems }))
    const post = { postId, personId, channelId: state.channelId }
    const publishedAt = formatIso(nowMs)
    return Result.succeed([
      PostAddressed.make({ ...post, slug, addressedAt: publishedAt }),
      PostPublished.make({ ...post, ...storedVersion(state), publishedAt, ...scheduled }),
    ])
  }

/** Publishes a scheduled post that is due; nothing happens if it is not. */
export const publishDuePost =
  (who: Publication) =>
  (state: PostState): Decided<NoPost | UnfitPost | WrongPostState> =>
    isDue(state, who.nowMs) ? publishPost(who, { isScheduled: true })(state) : Result.succeed([])

/** Whether a post is scheduled for this time or an earlier one. */
export const isDue = ({ statusId, schedule }: PostState, nowMs: number): boolean =>
  statusId === POST_STATUS.scheduled && schedule !== null && Date.parse(schedule.dueAt) <= nowMs

/** Gives a published post another address; the former ones stay its own. */
export const addressPost =
  ({ postId, personId, nowMs, slug }: Who & { readonly slug: string }) =>
  (state: PostState): Decided<NoPost | UnfitPost> => {
    if (!isOwn(state, personId)) return Result.fail(new NoPost({}))
    const { channelId, slugs } = state
    if (slugs.at(-1) === slug) return Result.succeed([])
    if (slugs.length >= POST_SLUGS_MAX)
      return Result.fail(new UnfitPost({ problems: [problemAt("customTitle", "slug.many")] }))
    return Result.succeed([PostAddressed.make({ postId, personId, channelId, slug, addressedAt: formatIso(nowMs) })])
  }

/**
 * Plans the publication of a draft, or changes the plan. `wall` is a local time in `zone`. The instant is decided now:
 * see `zonedTimeMs`.
 */
export const schedulePost =
  ({ postId, personId, nowMs, wall, zone }: Who & { readonly wall: string; readonly zone: string }) =>
  (state: PostState): Decided<NoPost | UnfitPost | WrongPostState> => {
    if (!isOwn(state, personId)) return Result.fail(new NoPost({}))
    const { channelId, statusId, schedule } = state
    if (statusId !== POST_STATUS.draft && statusId !== POST_STATUS.scheduled) return Result.fail(new WrongPostState({}))
    const dueMs = zonedTimeMs(wall, zone)
    const problems = [
      ...publishProblems(state),
      ...(dueMs === null ? [problemAt("timeZone", "zone.unknown")] : []),
      ...(dueMs !== null && dueMs <= nowMs ? [problemAt("dueAt", "dueAt.past")] : []),
      ...(dueMs !== null && dueMs > nowMs + SCHEDULE_DAYS_MAX * DAY_MS ? [problemAt("dueAt", "dueAt.far")] : []),
    ]
    if (dueMs === null || problems.length > 0) return Result.fail(new UnfitPost({ problems }))
    const next = { dueAt: formatIso(dueMs), wall, zone }
    if (JSON.stringify(schedule) === JSON.stringify(next)) return Result.succeed([])
    return Result.succeed([PostScheduled.make({ postId, personId, channelId, ...next, scheduledAt: formatIso(nowMs) })])
  }

/** Makes a scheduled post a draft again. @param refusal message key of why it could not be published */
export const unschedulePost =
  ({ postId, personId, nowMs, refusal }: Who & { readonly refusal: string | null }) =>
  (state: PostState): Decided<NoPost | WrongPostState> => {
    if (!isOwn(state, personId)) return Result.fail(new NoPost({}))
    if (state.statusId === POST_STATUS.draft) return Result.succeed([])
    if (state.statusId !== POST_STATUS.scheduled) return Result.fail(new WrongPostState({}))
    const unscheduled = { postId, personId, channelId: state.channelId, refusal, unscheduledAt: formatIso(nowMs) }
    return Result.succeed([PostUnscheduled.make(unscheduled)])
  }

/** Takes a published post from its readers; idempotent. */
export const hidePost =
  ({ postId, personId, nowMs }: Who) =>
  (state: PostState): Decided<NoPost | PostIsWithheld | WrongPostState> => {
    if (!isOwn(state, personId)) return Result.fail(new NoPost({}))
    if (state.isWithheld) return Result.fail(new PostIsWithheld({}))
    if (state.statusId === POST_STATUS.hidden) return Result.succeed([])
    if (state.statusId !== POST_STATUS.published) return Result.fail(new WrongPostState({}))
    return Result.succeed([
      PostHidden.make({ postId, personId, channelId: state.channelId, hiddenAt: formatIso(nowMs) }),
    ])
  }

/** Gives a hidden post back to its readers; idempotent. */
export const showPost =
  ({ postId, personId, nowMs }: Who) =>
  (state: PostState): Decided<NoPost | PostIsWithheld | UnfitPost | WrongPostState> => {
    if (!isOwn(state, personId)) return Result.fail(new NoPost({}))
    if (state.isWithheld) return Result.fail(new PostIsWithheld({}))
    if (state.statusId === POST_STATUS.published) return Result.succeed([])
    const { channelId, statusId, publishedAt, storyKey } = state
    if (statusId !== POST_STATUS.hidden || publishedAt === null) return Result.fail(new WrongPostState({}))
    const problems = publishProblems(state)
    if (problems.length > 0) return Result.fail(new UnfitPost({ problems }))
    const copy = storyKey === null ? {} : { storyKey }
    const shown = {
      postId,
      personId,
      channelId,
      ...storedVersion(state),
      ...copy,
      publishedAt,
      shownAt: formatIso(nowMs),
    }
    return Result.succeed([PostShown.make(shown)])
  }

/** Deletes a post for good. */
export const deletePost =
  ({ postId, personId, nowMs }: Who) =>
  (state: PostState): Decided<NoPost> => {
    if (!isOwn(state, personId)) return Result.fail(new NoPost({}))
    const { channelId, statusId, isWithheld } = state
    const wasShown = statusId === POST_STATUS.published && !isWithheld
    return Result.succeed([PostDeleted.make({ postId, personId, channelId, wasShown, deletedAt: formatIso(nowMs) })])
  }
