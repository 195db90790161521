import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { GROWTH_MAX, measureGrowth } from "#testing"
import { LikeSet } from "../likes/events.ts"
import { Like, setLike } from "../likes/Like.ts"
import { Comment, type CommentPlace, Discussion } from "./Comment.ts"
import { digestOf, heldReasonOf, readComment } from "./commentRules.ts"
import {
  CommentApproved,
  CommentEdited,
  type CommentEvent,
  CommentForgotten,
  CommentPinned,
  CommentPosted,
  CommentRemoved,
  CommentReported,
  CommentReportsDismissed,
  CommentUnpinned,
  DiscussionLevelSet,
} from "./events.ts"
import { COMMENT_EDIT_MINUTES, COMMENT_LENGTH_MAX, COMMENT_REPORTS_MAX, TRUSTED_AFTER_COMMENTS } from "./limits.ts"
import {
  approveComment,
  dismissReports,
  forgetComment,
  pinComment,
  removeByOperator,
  removeComment,
  reportComment,
} from "./moderateComment.ts"
import {
  CommentEditClosed,
  CommenterIsBanned,
  CommentLevelRequired,
  CommentNotPinnable,
  NoComment,
  UnfitComment,
} from "./refusals.ts"
import { editComment, postComment } from "./writeComment.ts"

const AT = "2026-11-26T12:00:00.000Z"
const nowMs = Date.parse(AT)
const place: CommentPlace = { commentId: "c1", postId: "p1", channelId: 7, creatorId: "ada", personId: "ben" }
const posted = (change: Partial<typeof CommentPosted.Type> = {}) =>
  CommentPosted.make({
    ...place,
    parentId: null,
    rootId: "c1",
    depth: 0,
    text: "Nice",
    heldFor: null,
    postedAt: AT,
    ...change,
  })
const removed = (by: "author" | "creator" | "operator", wasShown = true) =>
  CommentRemoved.make({ ...place, rootId: "c1", wasShown, by, removedAt: AT })
const approved = CommentApproved.make({ ...place, rootId: "c1", approvedAt: AT })
const given = (...history: ReadonlyArray<CommentEvent>) => replay(Comment, history)
const nobody = Result.fail(new NoComment({}))

describe("posting a comment", () => {
  const rights = { level: 0, channelCommentLevelId: 1, isBanned: false }
  const post = (
    change: object,
    parent: ReadonlyArray<CommentEvent> | null = null,
    level: 1 | 2 | 3 | 4 | null = null,
  ) =>
    postComment({
      ...{ place: { ...place, commentId: "c2" }, parentId: parent === null ? null : "c1", rights, text: "Yes" },
      ...{ heldFor: null, nowMs, ...change },
    })({
      discussion: { commentLevelId: level, pinnedId: null },
      parent: parent === null ? null : given(...parent),
    })
  const root = posted({ commentId: "c2", rootId: "c2", text: "Yes" })
  const reply = posted({ commentId: "c2", parentId: "c1", depth: 1, text: "Yes" })

  it.each([
    ["a root starts a thread", post({}), Result.succeed([root])],
    ["a reply joins the thread of its parent", post({}, [posted()]), Result.succeed([reply])],
    [
      "a reply to a reply keeps the root and is one deeper",
      post({}, [posted({ parentId: "c0", rootId: "c0", depth: 9_999 })]),
      Result.succeed([{ ...reply, rootId: "c0", depth: 10_000 }]),
    ],
    ["a reply to a removed comment is refused", post({}, [posted(), removed("author")]), nobody],
    ["a reply to a comment that waits is refused", post({}, [posted({ heldFor: "newcomer" })]), nobody],
    ["a reply to a comment on another post is refused", post({}, [posted({ postId: "p2" })]), nobody],
    ["a reply to nothing is refused", post({}, []), nobody],
    [
      "a banned person is refused",
      post({ rights: { ...rights, isBanned: true } }),
      Result.fail(new CommenterIsBanned({})),
    ],
    [
      "the level of the channel counts",
      post({ rights: { ...rights, channelCommentLevelId: 2 } }),
      Result.fail(new CommentLevelRequired({ commentLevelId: 2 })),
    ],
    [
      "subscribers may comment where subscribers may",
      post({ rights: { ...rights, level: 2, channelCommentLevelId: 2 } }),
      Result.succeed([root]),
    ],
    [
      "subscribers may not comment where premium subscribers may",
      post({ rights: { ...rights, level: 2 } }, null, 3),
      Result.fail(new CommentLevelRequired({ commentLevelId: 3 })),
    ],
    [
      "the post overrides the channel",
      post({ rights: { ...rights, channelCommentLevelId: 4 } }, null, 1),
      Result.succeed([root]),
    ],
    [
      "closed comments are closed for the creator too",
      post({ rights: { ...rights, level: Number.POSITIVE_INFINITY } }, null, 4),
      Result.fail(new CommentLevelRequired({ commentLevelId: 4 })),
    ],
  ])("%s", (_, decided, outcome) => expect(decided).toEqual(outcome))
})

describe("editing a comment", () => {
  const edit = (change: object, ...history: ReadonlyArray<CommentEvent>) =>
    editComment({ personId: "ben", text: "Nicer", heldFor: null, nowMs, ...change })(given(...history))
  const edited = (change: object = {}) =>
    CommentEdited.make({
      ...{ ...place, rootId: "c1", text: "Nicer", heldFor: null, wasShown: true, editedAt: AT },
      ...change,
    })
  const lateMs = nowMs + COMMENT_EDIT_MINUTES * 60_000

  it.each([
    ["the author may", edit({}, posted()), Result.succeed([edited()])],
    ["the same text changes nothing", edit({ text: "Nice" }, posted()), Result.succeed([])],
    ["others may not", edit({ personId: "ada" }, posted()), nobody],
    ["a removed one is gone", edit({}, posted(), removed("creator")), nobody],
    [
      "until the last millisecond of the window",
      edit({ nowMs: lateMs }, posted()),
      Result.succeed([edited({ editedAt: new Date(lateMs).toISOString() })]),
    ],
    ["not after it", edit({ nowMs: lateMs + 1 }, posted()), Result.fail(new CommentEditClosed({}))],
    [
      "a new link may wait for review",
      edit({ heldFor: "links" }, posted()),
      Result.succeed([edited({ heldFor: "links" })]),
    ],
  ])("%s", (_, decided, outcome) => expect(decided).toEqual(outcome))
})

describe("moderating a comment", () => {
  const who = (personId: string) => ({ personId, nowMs })
  const held = posted({ heldFor: "newcomer" })
  const reported = (reporterId: string) =>
    CommentReported.make({
      commentId: "c1",
      postId: "p1",
      creatorId: "ada",
      reporterId,
      reason: "spam",
      reportedAt: AT,
    })
  const dismissed = CommentReportsDismissed.make({ commentId: "c1", postId: "p1", creatorId: "ada", dismissedAt: AT })
  const report = (personId: string) => reportComment({ ...who(personId), reason: "spam" })

  it.each([
    ["its author removes it", removeComment(who("ben"))(given(posted())), Result.succeed([removed("author")])],
    ["the creator removes it", removeComment(who("ada"))(given(posted())), Result.succeed([removed("creator")])],
    ["nobody else removes it", removeComment(who("eve"))(given(posted())), nobody],
    [
      "removing it again changes nothing",
      removeComment(who("ada"))(given(posted(), removed("author"))),
      Result.succeed([]),
    ],
    [
      "one that waited was not shown",
      removeComment(who("ada"))(given(held)),
      Result.succeed([removed("creator", false)]),
    ],
    ["an operator removes it", removeByOperator(nowMs)(given(posted())), Result.succeed([removed("operator")])],
    ["the creator approves one that waits", approveComment(who("ada"))(given(held)), Result.succeed([approved])],
    ["its author cannot approve it", approveComment(who("ben"))(given(held)), nobody],
    [
      "the creator takes back a removal",
      approveComment(who("ada"))(given(posted(), removed("creator"))),
      Result.succeed([approved]),
    ],
    ["what its author removed stays removed", approveComment(who("ada"))(given(posted(), removed("author"))), nobody],
    [
      "what an operator removed stays removed",
      approveComment(who("ada"))(given(posted(), removed("operator"))),
      nobody,
    ],
    ["a reader reports it", report("eve")(given(posted())), Result.succeed([reported("eve")])],
    ["the same reader reports it once", report("eve")(given(posted(), reported("eve"))), Result.succeed([])],
    ["its author cannot report it", report("ben")(given(posted())), nobody],
    ["one that waits cannot be reported", report("eve")(given(held)), nobody],
    [
      "reports are bounded",
      report("eve")(given(posted(), ...Array.from({ length: COMMENT_REPORTS_MAX }, (_, at) => reported(`r${at}`)))),
      Result.succeed([]),
    ],
    [
      "the creator dismisses reports",
      dismissReports(who("ada"))(given(posted(), reported("eve"))),
      Result.succeed([dismissed]),
    ],
    ["without reports, nothing is dismissed", dismissReports(who("ada"))(given(posted())), Result.succeed([])],
    [
      "the text of an erased author is forgotten",
      forgetComment(who("ben"))(given(posted())),
      Result.succeed([CommentForgotten.make({ ...place, rootId: "c1", wasShown: true, forgottenAt: AT })]),
    ],
    ["not that of others", forgetComment(who("ada"))(given(posted())), Result.succeed([])],
  ])("%s", (_, decided, outcome) => expect(decided).toEqual(outcome))

  const pinned = CommentPinned.make({ postId: "p1", creatorId: "ada", commentId: "c1", pinnedAt: AT })
  const unpinned = CommentUnpinned.make({ postId: "p1", creatorId: "ada", commentId: "c1", unpinnedAt: AT })
  const pin = (
    personId: string,
    isPinned: boolean,
    comment: ReadonlyArray<CommentEvent>,
    ...before: Array<typeof pinned>
  ) => pinComment({ ...who(personId), pinned: isPinned }, given(...comment))(replay(Discussion, before))

  it.each([
    ["the creator pins a root", pin("ada", true, [posted()]), Result.succeed([pinned])],
    ["pinning it again changes nothing", pin("ada", true, [posted()], pinned), Result.succeed([])],
    ["others cannot pin", pin("ben", true, [posted()]), nobody],
    ["a reply cannot be pinned", pin("ada", true, [posted({ depth: 1 })]), Result.fail(new CommentNotPinnable({}))],
    ["one that waits cannot be pinned", pin("ada", true, [held]), Result.fail(new CommentNotPinnable({}))],
    ["the creator unpins it", pin("ada", false, [posted()], pinned), Result.succeed([unpinned])],
    ["unpinning another one changes nothing", pin("ada", false, [posted()]), Result.succeed([])],
  ])("%s", (_, decided, outcome) => expect(decided).toEqual(outcome))

  it("remembers the comment level of a post", () => {
    const set = DiscussionLevelSet.make({ postId: "p1", creatorId: "ada", commentLevelId: 4, setAt: AT })
    expect(replay(Discussion, [set, pinned])).toEqual({ commentLevelId: 4, pinnedId: "c1" })
  })
})

describe("reading the text of a comment", () => {
  it.each([
    ["  a\r\nb  ", Result.succeed("a\nb")],
    ["a\u202Eb\u0000c", Result.succeed("abc")],
    [" \u202E \n", Result.fail(new UnfitComment({ problem: "empty" }))],
    ["𝒳".repeat(COMMENT_LENGTH_MAX), Result.succeed("𝒳".repeat(COMMENT_LENGTH_MAX))],
    ["x".repeat(COMMENT_LENGTH_MAX + 1), Result.fail(new UnfitComment({ problem: "long" }))],
  ])("%#", (text, outcome) => expect(readComment(text)).toEqual(outcome))

  it("recognises a repeated text in spite of spaces and capitals", () => {
    expect(digestOf("Buy  NOW\n")).toBe(digestOf("buy now"))
    expect(digestOf("buy now")).not.toBe(digestOf("buy later"))
  })
})

describe("the review of comments", () => {
  const record = (shown: number, repeats = 0) => ({ shown, repeats, isBannedInChat: false })
  it.each([
    ["holds the first comment of a newcomer", "Hello", false, record(0), "newcomer"],
    ["holds a repeated text", "Hello", false, record(9, 1), "repeat"],
    ["holds links of people who are new", "see www.a.example", false, record(TRUSTED_AFTER_COMMENTS - 1), "links"],
    ["holds addresses without a scheme", "cheap-pills.shop now", false, record(1), "links"],
    ["shows links of people it knows", "https://a.example", false, record(TRUSTED_AFTER_COMMENTS), null],
    ["shows the second comment of a newcomer", "Hello. And so on", false, record(1), null],
    ["shows everything of supporters", "https://a.example", true, record(0, 3), null],
  ] as const)("%s", (_, text, isTrusted, of, outcome) => expect(heldReasonOf(text, isTrusted, of)).toBe(outcome))

  it("takes linear time on long texts", () => {
    const judge = (text: string) => heldReasonOf(text, false, record(1))
    expect(measureGrowth((length) => "a-".repeat(length / 2), judge, 10_000)).toBeLessThan(GROWTH_MAX)
  })
})

describe("a like", () => {
  const liked = { postId: "p1", commentId: null, personId: "ben" }
  const set = (former: 1 | 2 | 3, status: 1 | 2 | 3) => LikeSet.make({ ...liked, former, status, setAt: AT })
  it.each([
    [[], 2, [set(1, 2)]],
    [[set(1, 2)], 2, []],
    [[set(1, 2)], 3, [set(2, 3)]],
    [[set(1, 2), set(2, 1)], 1, []],
    [[set(1, 3)], 1, [set(3, 1)]],
  ] as const)("after %j, setting %i appends %j", (history, status, facts) =>
    expect(setLike({ ...liked, status, nowMs })(replay(Like, history))).toEqual(Result.succeed(facts)),
  )
})
