import { describe, expect, it } from "vitest"
import { commentNotices } from "./commentNotices.ts"

const at = "2026-11-26T12:00:00.000Z"
const of = { commentId: "c1", postId: "p1", channelId: 7, creatorId: "ada", personId: "ben", rootId: "c1" }
const posted = (change: object = {}) => ({
  ...of,
  ...{
    _tag: "publishing.CommentPosted.v1" as const,
    parentId: null,
    depth: 0,
    text: null,
    heldFor: null,
    postedAt: at,
  },
  ...change,
})
const approved = { ...of, _tag: "publishing.CommentApproved.v1" as const, approvedAt: at }
const facts = (answeredId: string | null = null) => ({
  ...{ who: "Ben", title: "Tides", channelCode: "QC1", slug: "tides", answeredId },
})
const kinds = (...args: Parameters<typeof commentNotices>) =>
  commentNotices(...args).map(({ personId, notice: { content } }) => [
    personId,
    content !== null && "kind" in content && content.kind,
  ])

describe("notices about comments", () => {
  it.each([
    ["a comment informs the creator", posted(), facts(), [["ada", "commentNew"]]],
    ["the creator's own comment informs nobody", posted({ personId: "ada" }), facts(), []],
    [
      "a reply informs both",
      posted(),
      facts("eve"),
      [
        ["eve", "commentReply"],
        ["ada", "commentNew"],
      ],
    ],
    ["a reply to the creator informs the creator once", posted(), facts("ada"), [["ada", "commentReply"]]],
    ["a reply to oneself informs the creator alone", posted(), facts("ben"), [["ada", "commentNew"]]],
    ["one that waits informs the creator alone", posted({ heldFor: "links" }), facts("eve"), [["ada", "commentHeld"]]],
    [
      "an approval informs its author, and whom it answers",
      approved,
      facts("eve"),
      [
        ["eve", "commentReply"],
        ["ben", "commentApproved"],
      ],
    ],
  ] as const)("%s", (_, event, about, outcome) => expect(kinds(event as never, about)).toEqual(outcome))

  it("contain nothing of the comment's text", () => {
    expect(JSON.stringify(commentNotices(posted({ text: "canary" }) as never, facts()))).not.toContain("canary")
  })
})
