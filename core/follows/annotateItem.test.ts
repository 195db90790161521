import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { addHighlight, removeHighlight, setItemNote } from "./annotateItem.ts"
import { type FollowsEvent, ItemSaved, ItemUnsaved, SavedItemAnnotated } from "./events.ts"
import type { FollowsCommand } from "./FollowsCommand.ts"
import { PersonFollows } from "./PersonFollows.ts"
import { TooManyFollows } from "./refusals.ts"

const personId = "01890000-0000-7000-8000-000000000001"
const nowIso = "2026-11-21T12:00:00.000Z"
const saved = (itemId = "i") => ItemSaved.make({ personId, itemId, savedAt: nowIso })
const annotated = (
  changes: Partial<{ itemId: string; tags: Array<string>; note: string; highlights: Array<string> }>,
) =>
  SavedItemAnnotated.make({
    personId,
    itemId: "i",
    tags: [],
    note: "",
    highlights: [],
    annotatedAt: nowIso,
    ...changes,
  })
const decide = <Refusal>(history: ReadonlyArray<FollowsEvent>, command: FollowsCommand<Refusal>) =>
  command({ personId, nowIso })(replay(PersonFollows, history))

describe("annotating saved items", () => {
  it("cleans tags and note", () =>
    expect(decide([saved()], setItemNote("i", { tags: [" #Rivers ", "rivers", ""], note: " one\r\ntwo " }))).toEqual(
      Result.succeed([annotated({ tags: ["rivers"], note: "one\ntwo" })]),
    ))
  it("changes nothing if nothing changed", () =>
    expect(decide([saved(), annotated({ note: "x" })], setItemNote("i", { tags: [], note: "x" }))).toEqual(
      Result.succeed([]),
    ))
  it("saves an item that was not saved", () =>
    expect(decide([], addHighlight("i", "a  passage\nof it"))).toEqual(
      Result.succeed([saved(), annotated({ highlights: ["a passage of it"] })]),
    ))
  it("keeps the note with a highlight, and each passage once", () => {
    const history = [saved(), annotated({ note: "x", highlights: ["a"] })]
    expect(decide(history, addHighlight("i", "b"))).toEqual(
      Result.succeed([annotated({ note: "x", highlights: ["a", "b"] })]),
    )
    expect(decide(history, addHighlight("i", " a "))).toEqual(Result.succeed([]))
  })
  it("removes a highlight", () =>
    expect(decide([saved(), annotated({ highlights: ["a", "b"] })], removeHighlight("i", "a"))).toEqual(
      Result.succeed([annotated({ highlights: ["b"] })]),
    ))
  it("refuses the 51st highlight of an item", () => {
    const highlights = Array.from({ length: 50 }, (_, index) => `p${index}`)
    expect(decide([saved(), annotated({ highlights })], addHighlight("i", "more"))).toEqual(
      Result.fail(new TooManyFollows({ of: "highlights" })),
    )
  })
  it("refuses the 1,001st annotated item", () => {
    const history = Array.from({ length: 1_000 }, (_, index) => annotated({ itemId: `i${index}`, note: "x" }))
    expect(decide(history, addHighlight("i", "more"))).toEqual(Result.fail(new TooManyFollows({ of: "annotated" })))
  })
  it("starts over after an item was removed", () => {
    const history = [saved(), annotated({ note: "x" }), ItemUnsaved.make({ personId, itemId: "i", unsavedAt: nowIso })]
    expect(decide(history, addHighlight("i", "a"))).toEqual(Result.succeed([saved(), annotated({ highlights: ["a"] })]))
  })
})
