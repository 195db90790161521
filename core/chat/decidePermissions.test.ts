import { describe, expect, it } from "vitest"
import { GROUP_SCOPES, UNANSWERED_MAX } from "./contract.ts"
import { type ConversationFacts, decidePermissions, type GroupFacts } from "./decidePermissions.ts"

const SEATS = ["none", "invited", "ignored", "joined", "left"] as const
const BOTH = [false, true]

const groups: ReadonlyArray<GroupFacts> = GROUP_SCOPES.flatMap((scope) =>
  (["none", "open", "shut"] as const).flatMap((room) =>
    SEATS.flatMap((seat) =>
      ([0, 2, 3] as const).flatMap((level) =>
        BOTH.flatMap((isOwner) =>
          BOTH.flatMap((isOwnerGone) =>
            BOTH.flatMap((isBanned) =>
              BOTH.map((isGone) => ({ scope, room, seat, level, isOwner, isOwnerGone, isBanned, isGone })),
            ),
          ),
        ),
      ),
    ),
  ),
)

const conversations: ReadonlyArray<ConversationFacts> = (["none", "open"] as const).flatMap((room) =>
  SEATS.flatMap((seat) =>
    SEATS.flatMap((otherSeat) =>
      BOTH.flatMap((blocks) =>
        BOTH.flatMap((isBlocked) =>
          BOTH.flatMap((isPersonalRoomShut) =>
            BOTH.flatMap((isGone) =>
              BOTH.map((isOtherGone) => ({
                ...{ scope: "Person" as const, room, seat, otherSeat },
                ...{ blocks, isBlocked, isPersonalRoomShut, isGone, isOtherGone },
              })),
            ),
          ),
        ),
      ),
    ),
  ),
)

/** Compares the decision with a rule for every combination of facts. */
const holds = <Facts extends GroupFacts | ConversationFacts>(
  all: ReadonlyArray<Facts>,
  said: (permissions: ReturnType<typeof decidePermissions>) => unknown,
  rule: (facts: Facts) => unknown,
) => {
  const wrong = all.filter((facts) => said(decidePermissions(facts)) !== rule(facts))
  expect(wrong.slice(0, 3)).toEqual([])
}

it("gives guests no permission", () => {
  const { mayRead, mayWrite, mayJoin, mayModerate } = decidePermissions(null)
  expect([mayRead, mayWrite, mayJoin, mayModerate]).toEqual([false, false, false, false])
})

describe(`a creator's room, in all ${groups.length} ways in which somebody can stand to it`, () => {
  const hasLevel = ({ scope, level, isOwner }: GroupFacts) =>
    isOwner || scope === "Team" || (scope === "Subscriber" ? level === 2 || level === 3 : level === 3)
  const isOut = ({ isGone, isBanned }: GroupFacts) => isGone || isBanned
  const isInside = ({ scope, seat, isOwner }: GroupFacts) =>
    isOwner || (scope === "Team" ? seat === "joined" : seat !== "left")

  it("can be read by its creator, by Team members, and by people with its level who have not left", () =>
    holds(
      groups,
      ({ mayRead }) => mayRead,
      (facts) => facts.room !== "none" && !isOut(facts) && hasLevel(facts) && isInside(facts),
    ))

  it("can be written in by its readers while it is open and its creator exists", () =>
    holds(
      groups,
      ({ mayWrite }) => mayWrite,
      (facts) => facts.room === "open" && !facts.isOwnerGone && !isOut(facts) && hasLevel(facts) && isInside(facts),
    ))

  it("can be joined by everyone with its level, also after leaving", () =>
    holds(
      groups,
      ({ mayJoin }) => mayJoin,
      (facts) => facts.room === "open" && !facts.isOwnerGone && !isOut(facts) && hasLevel(facts),
    ))

  it("can be moderated only by its creator, also while it is shut", () =>
    holds(
      groups,
      ({ mayModerate }) => mayModerate,
      (facts) => facts.isOwner && facts.room !== "none" && !isOut(facts),
    ))

  it("has a state that says why it cannot be used", () =>
    holds(
      groups,
      ({ state }) => state,
      ({ room, isOwnerGone, ...facts }) => {
        if (room === "none") return "none"
        if (isOwnerGone || isOut({ room, isOwnerGone, ...facts })) return "ended"
        return room === "shut" ? "shutGroup" : "open"
      },
    ))
})

describe(`a conversation, in all ${conversations.length} ways in which two can stand to each other`, () => {
  const isAsked = (seat: string) => seat === "invited" || seat === "ignored"
  const isApart = ({
    blocks,
    isBlocked,
    isPersonalRoomShut,
    isGone,
    isOtherGone,
    seat,
    otherSeat,
  }: ConversationFacts) =>
    blocks || isBlocked || isPersonalRoomShut || isGone || isOtherGone || seat === "left" || otherSeat === "left"

  it("can be written in unless one blocked the other, left, was deleted, or shut the personal room", () =>
    holds(
      conversations,
      ({ mayWrite }) => mayWrite,
      (facts) => !isApart(facts),
    ))

  it("can be read by its members, whatever happened between them, and by people who may start it", () =>
    holds(
      conversations,
      ({ mayRead }) => mayRead,
      (facts) => {
        const sits = facts.room === "open" && facts.seat !== "none" && facts.seat !== "left" && !facts.isGone
        return sits || !isApart(facts)
      },
    ))

  it("can be joined again after leaving, also twice", () =>
    holds(
      conversations,
      ({ mayJoin }) => mayJoin,
      ({ seat, isGone, isOtherGone }) => ["left", "joined"].includes(seat) && !isGone && !isOtherGone,
    ))

  it("cannot be moderated", () =>
    holds(
      conversations,
      ({ mayModerate }) => mayModerate,
      () => false,
    ))

  it("accepts at most five messages before an answer, ignored or not", () =>
    holds(
      conversations,
      ({ unansweredMax }) => unansweredMax,
      ({ otherSeat }) => (otherSeat === "none" || isAsked(otherSeat) ? UNANSWERED_MAX : null),
    ))

  it("is a request until the person answers or leaves", () =>
    holds(
      conversations,
      ({ isRequest }) => isRequest,
      ({ seat }) => isAsked(seat),
    ))

  it("has a state that never reveals ignoring", () =>
    holds(
      conversations,
      ({ state }) => state,
      (facts) => {
        if (facts.isGone || facts.isOtherGone) return "ended"
        if (facts.blocks) return "blocked"
        if (facts.isBlocked || facts.seat === "left" || facts.otherSeat === "left") return "ended"
        if (facts.isPersonalRoomShut) return "shutPersonal"
        if (isAsked(facts.seat)) return "invited"
        if (isAsked(facts.otherSeat)) return "requested"
        return facts.seat === "joined" && facts.otherSeat === "joined" ? "open" : "none"
      },
    ))
})
