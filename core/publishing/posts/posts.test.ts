import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { POST_REVISIONS_MAX, POST_TEXT_BYTES_MAX } from "../limits.ts"
import {
  NoPost,
  PostChanged,
  PostIsWithheld,
  type PostProblem,
  TooManyRevisions,
  UnfitPost,
  WrongPostState,
} from "../refusals.ts"
import {
  LevelOpened,
  PostAddressed,
  PostCreated,
  PostDeleted,
  type PostEvent,
  PostHidden,
  PostPublished,
  PostReleased,
  PostRevised,
  PostScheduled,
  PostShown,
  PostUnscheduled,
  PostWithheld,
} from "./events.ts"
import { openDueLevel } from "./openLevel.ts"
import { EMPTY_VERSION, Post, type PostVersion, storedVersion } from "./Post.ts"
import {
  deletePost,
  hidePost,
  publishDuePost,
  publishPost,
  schedulePost,
  showPost,
  unschedulePost,
} from "./publishPost.ts"
import { readPostForm } from "./readPostForm.ts"
import { createPost, revisePost } from "./savePost.ts"
import { slugWishOf } from "./slugs.ts"
import { releasePost, withholdPost } from "./withholdPost.ts"

const DAY_MS = 86_400_000
const nowMs = Date.UTC(2026, 10, 26, 9)
const iso = (ms: number) => new Date(ms).toISOString()
const at = iso(nowMs)
const who = { postId: "01890000-0000-7000-8000-0000000000aa", personId: "01890000-0000-7000-8000-000000000001", nowMs }
const post = { postId: who.postId, personId: who.personId, channelId: 7 }
const stranger = { ...who, personId: "01890000-0000-7000-8000-000000000002" }

const written: PostVersion = { ...EMPTY_VERSION, title: "Tides", preview: "At dawn.", gated: "Pilots.", levelId: 3 }
const stored = (change: Partial<PostVersion> = {}) => storedVersion({ ...written, ...change, media: [] })
const created = (change: Partial<PostVersion> = {}) => PostCreated.make({ ...post, ...stored(change), createdAt: at })
const revised = (revision: number, change: Partial<PostVersion> = {}) =>
  PostRevised.make({ ...post, ...stored(change), revision, revisedAt: at })
const addressed = PostAddressed.make({ ...post, slug: "tides", addressedAt: at })
const published = (change: Partial<PostVersion> = {}, ms = nowMs) =>
  PostPublished.make({ ...post, ...stored(change), publishedAt: iso(ms) })
const scheduled = PostScheduled.make({
  ...post,
  ...{ dueAt: "2026-12-01T08:00:00.000Z", wall: "2026-12-01T09:00", zone: "Europe/Berlin", scheduledAt: at },
})
const hidden = PostHidden.make({ ...post, hiddenAt: at })
const deleted = PostDeleted.make({ ...post, wasShown: true, deletedAt: at })
const live = [created(), addressed, published()]

const given = (...history: ReadonlyArray<PostEvent>) => replay(Post, history)
const ok = (...events: ReadonlyArray<PostEvent>) => Result.succeed(events)
const no = (refusal: NoPost | PostChanged | TooManyRevisions | UnfitPost | WrongPostState) => Result.fail(refusal)
const unfit = (field: string, problem: PostProblem) => no(new UnfitPost({ problems: [{ field, problem }] }))
const none = no(new NoPost({}))
const wrong = no(new WrongPostState({}))

type Case = [string, ReadonlyArray<PostEvent>, unknown]

describe("creating a post", () => {
  const create = (change: Partial<PostVersion>) => createPost({ ...who, channelId: 7, change, media: [] })

  it("makes a draft of whatever is written so far", () => {
    expect(create({ title: "Tides" })(given())).toEqual(
      ok(
        PostCreated.make({ ...post, ...storedVersion({ ...EMPTY_VERSION, title: "Tides", media: [] }), createdAt: at }),
      ),
    )
  })
  it("refuses a gated part that everyone could read", () => {
    expect(create({ gated: "Pilots." })(given())).toEqual(unfit("levelId", "level.gatedPublic"))
  })
  it("refuses an id that exists", () => expect(create({})(given(created()))).toEqual(none))
})

describe("saving a version", () => {
  const revise = (change: Partial<PostVersion>, baseRevision?: number) =>
    revisePost({ ...who, change, media: [], ...(baseRevision === undefined ? {} : { baseRevision }) })

  it.each<[string, ReadonlyArray<PostEvent>, Partial<PostVersion>, unknown]>([
    ["is the next version", [created()], { title: "Ebb" }, ok(revised(2, { title: "Ebb" }))],
    ["is none if nothing changed", [created()], { title: "Tides" }, ok()],
    ["may leave a draft without a title", [created()], { title: "" }, ok(revised(2, { title: "" }))],
    ["may not take the title from a published post", live, { title: "" }, unfit("title", "title.empty")],
    [
      "may not take the gated part from a scheduled post",
      [created(), scheduled],
      { gated: "" },
      unfit("gated", "level.notGated"),
    ],
    ["may open a published post to everyone", live, { levelId: 1 }, ok(revised(2, { levelId: 1 }))],
    [
      "may not open a draft with a gated part to everyone",
      [created()],
      { levelId: 1 },
      unfit("levelId", "level.gatedPublic"),
    ],
    ["is refused after the deletion", [created(), deleted], { title: "Ebb" }, none],
    [
      "is refused if both parts together are too long",
      [created({ preview: "a".repeat(POST_TEXT_BYTES_MAX / 2) })],
      { gated: "b".repeat(POST_TEXT_BYTES_MAX / 2 + 1) },
      unfit("preview", "text.long"),
    ],
    [
      "is refused after too many versions",
      [created(), revised(POST_REVISIONS_MAX, { title: "Flow" })],
      { title: "Ebb" },
      no(new TooManyRevisions({})),
    ],
  ])("%s", (_, history, change, outcome) => expect(revise(change)(given(...history))).toEqual(outcome))

  it("does not overwrite a version that its author has not seen", () => {
    const history = given(created(), revised(2, { title: "Ebb" }))
    expect(revise({ title: "Flow" }, 1)(history)).toEqual(no(new PostChanged({ revision: 2 })))
    expect(revise({ title: "Flow" }, 2)(history)).toEqual(ok(revised(3, { title: "Flow" })))
  })

  it("belongs to the author alone", () => {
    expect(revisePost({ ...stranger, change: { title: "Mine" }, media: [] })(given(created()))).toEqual(none)
  })
})

describe("publishing", () => {
  const publish = publishPost({ ...who, slug: "tides" })

  it.each<Case>([
    ["a draft", [created()], ok(addressed, published())],
    ["a scheduled post", [created(), scheduled], ok(addressed, published())],
    ["not twice", live, wrong],
    ["not a hidden one", [...live, hidden], wrong],
    ["not a deleted one", [...live, deleted], none],
    ["not without a title", [created({ title: "" })], unfit("title", "title.empty")],
    ["not without a text", [created({ preview: "", gated: "", levelId: 1 })], unfit("preview", "text.empty")],
    ["not for a level without a gated part", [created({ gated: "" })], unfit("gated", "level.notGated")],
  ])("%s", (_, history, outcome) => expect(publish(given(...history))).toEqual(outcome))

  it("is decided by the author alone", () => {
    expect(publishPost({ ...stranger, slug: "tides" })(given(created()))).toEqual(none)
  })

  it.each<[string, ReadonlyArray<PostEvent>, number, boolean]>([
    ["happens at the time of the plan", [created(), scheduled], Date.UTC(2026, 11, 1, 8), true],
    ["happens later if the worker was away", [created(), scheduled], Date.UTC(2027, 2, 1), true],
    ["does not happen before", [created(), scheduled], Date.UTC(2026, 11, 1, 8) - 1, false],
    ["does not happen to a draft", [created()], Date.UTC(2027, 2, 1), false],
    ["does not happen twice", [created(), scheduled, addressed, published()], Date.UTC(2027, 2, 1), false],
  ])("by plan %s", (_, history, ms, happens) => {
    const decided = publishDuePost({ ...who, nowMs: ms, slug: "tides" })(given(...history))
    expect(Result.getOrThrow(decided).length > 0).toBe(happens)
  })
})

describe("an address", () => {
  const request = (history: ReadonlyArray<PostEvent>, change: Partial<PostVersion>, isPublishing: boolean) =>
    slugWishOf(given(...history), { ...written, ...change }, who.postId, isPublishing)

  it("is made of the title when the post is published, and then stays", () => {
    expect(request([created()], {}, false)).toBeNull()
    expect(request([created()], {}, true)).toEqual({ slug: "tides", isChosen: false })
    expect(request(live, { title: "Ebb" }, false)).toBeNull()
  })
  it("is chosen by the author before and after", () => {
    expect(request([created()], { customTitle: "ebb" }, true)).toEqual({ slug: "ebb", isChosen: true })
    expect(request(live, { customTitle: "ebb" }, false)).toEqual({ slug: "ebb", isChosen: true })
  })
  it("of a title without letters is made of the id", () => {
    expect(request([created()], { title: "!!!" }, true)?.slug).toMatch(/^[0-9a-f]{5}$/)
  })
})

describe("scheduling", () => {
  const schedule = (wall: string, zone = "Europe/Berlin") => schedulePost({ ...who, wall, zone })

  it.each<[string, ReadonlyArray<PostEvent>, string, string, unknown]>([
    ["plans a draft", [created()], "2026-12-01T09:00", "Europe/Berlin", ok(scheduled)],
    ["changes nothing if it is the same plan", [created(), scheduled], "2026-12-01T09:00", "Europe/Berlin", ok()],
    ["refuses the past", [created()], "2026-11-26T10:00", "Europe/Berlin", unfit("dueAt", "dueAt.past")],
    ["refuses what is years ahead", [created()], "2029-12-01T09:00", "Europe/Berlin", unfit("dueAt", "dueAt.far")],
    ["refuses unknown zones", [created()], "2026-12-01T09:00", "Mars/Base", unfit("timeZone", "zone.unknown")],
    ["refuses days that do not exist", [created()], "2027-02-30T09:00", "UTC", unfit("timeZone", "zone.unknown")],
    [
      "refuses what cannot be published",
      [created({ title: "" })],
      "2026-12-01T09:00",
      "UTC",
      unfit("title", "title.empty"),
    ],
    ["refuses published posts", live, "2026-12-01T09:00", "UTC", wrong],
  ])("%s", (_, history, wall, zone, outcome) => expect(schedule(wall, zone)(given(...history))).toEqual(outcome))

  it("is cancelled by the author, or with the reason of a refusal", () => {
    const cancel = (refusal: string | null) => unschedulePost({ ...who, refusal })
    const undone = (refusal: string | null) => PostUnscheduled.make({ ...post, refusal, unscheduledAt: at })
    expect(cancel(null)(given(created(), scheduled))).toEqual(ok(undone(null)))
    expect(cancel("posts.channelNotActive")(given(created(), scheduled))).toEqual(ok(undone("posts.channelNotActive")))
    expect(cancel(null)(given(created()))).toEqual(ok())
    expect(cancel(null)(given(...live))).toEqual(wrong)
  })
})

describe("hiding and deleting", () => {
  const shown = PostShown.make({ ...post, ...stored(), publishedAt: at, shownAt: at })

  it.each<[string, ReadonlyArray<PostEvent>, unknown, unknown]>([
    ["a published post", live, ok(hidden), ok()],
    ["a hidden post", [...live, hidden], ok(), ok(shown)],
    ["a post that is shown again", [...live, hidden, shown], ok(hidden), ok()],
    ["a draft", [created()], wrong, wrong],
    ["a deleted post", [...live, deleted], none, none],
  ])("hides and shows %s", (_, history, hides, shows) => {
    expect([hidePost(who)(given(...history)), showPost(who)(given(...history))]).toEqual([hides, shows])
  })

  it("deletes once, and only for the author", () => {
    expect(deletePost(who)(given(...live))).toEqual(ok(deleted))
    expect(deletePost(who)(given(...live, hidden))).toEqual(
      ok(PostDeleted.make({ ...post, wasShown: false, deletedAt: at })),
    )
    expect(deletePost(who)(given(...live, deleted))).toEqual(none)
    expect(deletePost(stranger)(given(...live))).toEqual(none)
  })
})

describe("a post that operators withhold", () => {
  const taken = PostWithheld.make({ ...post, wasShown: true, withheldAt: at })
  const back = (isShown: boolean, change: Partial<PostVersion> = {}) =>
    PostReleased.make({ ...post, ...stored(change), publishedAt: at, isShown, releasedAt: at })
  const which = { postId: who.postId, nowMs }

  it.each<Case>([
    ["is taken from its readers", live, ok(taken)],
    ["is taken from them once", [...live, taken], ok()],
    ["is withheld though its author had hidden it", [...live, hidden], ok({ ...taken, wasShown: false })],
    ["is never a draft, which has no readers", [created()], ok()],
    ["is not a deleted one", [...live, deleted], ok()],
  ])("%s", (_, history, expected) => {
    expect(withholdPost(which)(given(...history))).toEqual(expected)
  })

  it.each<Case>([
    ["is given back", [...live, taken], ok(back(true))],
    ["is given back hidden if its author had hidden it", [...live, hidden, taken], ok(back(false))],
    [
      "is given back with what its author changed",
      [...live, taken, revised(2, { preview: "At noon." })],
      ok(back(true, { preview: "At noon." })),
    ],
    ["is given back once", [...live, taken, back(true)], ok()],
    ["stays deleted if its author deleted it", [...live, taken, deleted], ok()],
  ])("%s", (_, history, expected) => {
    expect(releasePost(which)(given(...history))).toEqual(expected)
  })

  it("cannot be shown or hidden by its author, opens to no level, and may be deleted", () => {
    const withheld = given(...live, taken)
    const refused = Result.fail(new PostIsWithheld({}))
    expect([showPost(who)(withheld), hidePost(who)(withheld)]).toEqual([refused, refused])
    expect(showPost(who)(given(...live, hidden, taken))).toEqual(refused)
    expect(deletePost(who)(withheld)).toEqual(ok({ ...deleted, wasShown: false }))
    const opening = { subscribersDays: null, everyoneDays: 1 }
    const plan = [created({ opening }), addressed, published({ opening })]
    const later = { postId: who.postId, nowMs: nowMs + 2 * DAY_MS }
    expect(Result.getOrThrow(openDueLevel(later)(given(...plan)))).toHaveLength(1)
    expect(openDueLevel(later)(given(...plan, taken))).toEqual(ok())
  })
})

describe("levels that open by themselves", () => {
  const plan = { opening: { subscribersDays: 7, everyoneDays: 30 } }
  const gated = [created(plan), addressed, published(plan)]
  const opened = (levelId: 1 | 2, ms: number) =>
    LevelOpened.make({ ...post, ...stored({ ...plan, levelId }), openedAt: iso(ms) })
  const later = (days: number) => nowMs + days * DAY_MS

  it.each<[string, ReadonlyArray<PostEvent>, number, unknown]>([
    ["nothing before its time", gated, later(7) - 1, ok()],
    ["subscribers after their days", gated, later(7), ok(opened(2, later(7)))],
    ["everyone after theirs", [...gated, opened(2, later(7))], later(30), ok(opened(1, later(30)))],
    ["everyone at once if the worker was away", gated, later(90), ok(opened(1, later(90)))],
    ["nothing twice", [...gated, opened(1, later(30))], later(31), ok()],
    ["nothing of a draft", [created(plan)], later(90), ok()],
    ["nothing of a deleted post", [...gated, deleted], later(90), ok()],
    ["a hidden post too", [...gated, PostHidden.make({ ...post, hiddenAt: at })], later(8), ok(opened(2, later(8)))],
  ])("open %s", (_, history, ms, outcome) => {
    expect(openDueLevel({ postId: who.postId, nowMs: ms })(given(...history))).toEqual(outcome)
  })

  it("stay closed if the author raises the level again", () => {
    const history = given(...gated, opened(2, later(7)))
    const decided = revisePost({ ...who, nowMs: later(8), change: { levelId: 3 }, media: [] })(history)
    expect(Result.getOrThrow(decided)).toMatchObject([{ opening: { subscribersDays: null, everyoneDays: 30 } }])
  })
})

describe("the form of a post", () => {
  it("removes what changes the direction of titles, and normalizes texts, tags and addresses", () => {
    const form = {
      title: " A\u202e b\n",
      preview: "a\r\nb  \r\n\u0000\u0007",
      tags: ["#Ports", "ports", " "],
      customTitle: "Größe!",
    }
    expect(readPostForm(form)).toEqual(
      Result.succeed({ title: "A b", preview: "a\nb", tags: ["Ports"], customTitle: "große" }),
    )
  })
  it.each<[Partial<PostVersion>, string, PostProblem]>([
    [{ title: "x".repeat(301) }, "title", "title.long"],
    [{ tags: Array.from({ length: 11 }, (_, index) => `t${index}`) }, "tags", "tags.many"],
    [{ tags: ["x".repeat(41)] }, "tags", "tags.long"],
    [{ series: "x".repeat(81) }, "series", "series.long"],
    [{ customTitle: "!!!" }, "customTitle", "slug.unfit"],
    [{ opening: { subscribersDays: 8, everyoneDays: 7 } }, "opening", "opens.order"],
    [{ opening: { subscribersDays: -1, everyoneDays: null } }, "opening", "opens.long"],
  ])("refuses %j", (form, field, problem) => expect(readPostForm(form)).toEqual(unfit(field, problem)))
})
