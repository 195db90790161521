import { Effect, Layer, Result } from "effect"
import { describe, expect, it } from "vitest"
import { CurrentMeta, EventStore, MemoryEventStore, replay, Sealing } from "#core/kernel"
import { type LibraryEvent, LongNewsDeleted, LongNewsUploaded } from "../events.ts"
import { deleteLongNews } from "./deleteLongNews.ts"
import { longNewsItemId } from "./ids.ts"
import { LongNews } from "./LongNews.ts"
import { LongNewsPublisher } from "./LongNewsPublisher.ts"
import { EmptyLongNews, NoLongNews, TooManyLongNews } from "./refusals.ts"
import { uploadLongNews } from "./uploadLongNews.ts"

const authorCode = "QI4711"
const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, "0")}`
const text = { title: "T", summary: "S", contentHtml: "<p>S</p>", imageUrl: null, tags: [], language: "en" }
const uploaded = (number: number, uploadedAt = "2026-01-30T08:00:00.000Z") =>
  LongNewsUploaded.make({ newsId: idOf(number), authorCode, uploadedAt, ...text })
const deleted = (number: number) =>
  LongNewsDeleted.make({ newsId: idOf(number), authorCode, deletedAt: "2026-01-31T08:00:00.000Z" })
const given = (...history: ReadonlyArray<LibraryEvent>) => replay(LongNews, history)
const many = (count: number, day: string) => Array.from({ length: count }, (_, index) => uploaded(index, day))

describe("uploading a long news", () => {
  const nowIso = "2026-01-31T12:00:00.000Z"
  const upload = uploadLongNews({ newsId: idOf(9_999), authorCode, nowIso, text: () => text })
  const fact = LongNewsUploaded.make({ newsId: idOf(9_999), authorCode, uploadedAt: nowIso, ...text })

  it.each([
    ["the first is uploaded", [], Result.succeed([fact])],
    ["the 50th of a day is uploaded", many(49, nowIso), Result.succeed([fact])],
    ["the 51st of a day is refused", many(50, nowIso), Result.fail(new TooManyLongNews({ of: "day" }))],
    ["the day after, it is uploaded", many(50, "2026-01-30T23:00:00.000Z"), Result.succeed([fact])],
    [
      "the 1,001st is refused",
      many(1_000, "2026-01-01T00:00:00.000Z"),
      Result.fail(new TooManyLongNews({ of: "all" })),
    ],
    [
      "one that was deleted makes room",
      [...many(1_000, "2026-01-01T00:00:00.000Z"), deleted(3)],
      Result.succeed([fact]),
    ],
  ] as const)("%s", (_, history, outcome) => expect(upload(given(...history))).toEqual(outcome))

  it("is refused if nothing remains, unless there is a picture", () => {
    const uploadOf = (change: Partial<typeof text> & { readonly imageUrl?: string | null }) =>
      uploadLongNews({ newsId: idOf(1), authorCode, nowIso, text: () => ({ ...text, ...change }) })(given())
    const empty = { summary: "", contentHtml: "" }
    expect(uploadOf(empty)).toEqual(Result.fail(new EmptyLongNews({})))
    expect(Result.isSuccess(uploadOf({ ...empty, imageUrl: "https://a.example/a.png" } as never))).toBe(true)
  })

  it("is checked against the limits before it is cleaned, because cleaning is slow", () => {
    const text = () => {
      throw new Error("it was cleaned")
    }
    const upload = uploadLongNews({ newsId: idOf(9_999), authorCode, nowIso, text })
    expect(upload(given(...many(50, nowIso)))).toEqual(Result.fail(new TooManyLongNews({ of: "day" })))
  })
})

it("deletes an existing item, once", () => {
  const id = longNewsItemId(authorCode, idOf(1))
  const remove = deleteLongNews({ id, authorCode, nowIso: "2026-01-31T08:00:00.000Z" })
  expect(remove(given(uploaded(1)))).toEqual(Result.succeed([deleted(1)]))
  expect(remove(given(uploaded(1), deleted(1)))).toEqual(Result.fail(new NoLongNews({ id })))
  expect(remove(given(uploaded(2)))).toEqual(Result.fail(new NoLongNews({ id })))
})

describe("the publisher", () => {
  const layer = Layer.provideMerge(LongNewsPublisher.layer, Layer.mergeAll(MemoryEventStore, Sealing.layerMemory))
  const run = <A, E>(effect: Effect.Effect<A, E, LongNewsPublisher | EventStore | Sealing>) =>
    Effect.runPromise(effect.pipe(Effect.provide(layer)))
  const draft = {
    authorCode,
    title: "On rain",
    content: `<p onclick="x()">It rains.</p><img src="https://a.example/rain.jpg" width="800" height="400"><script>x</script>`,
    tags: ["Weather"],
    language: "en",
    imageUrl: null,
  }
  const log = EventStore.use((store) => store.readLog({ after: 0, upTo: Number.MAX_SAFE_INTEGER, limit: 100 }))

  it("cleans the text, and stores its words only encrypted", async () => {
    const [stored, event] = await run(
      Effect.gen(function* () {
        yield* LongNewsPublisher.use((longNewsPublisher) => longNewsPublisher.upload(draft))
        const [event] = yield* log
        if (event === undefined) return yield* Effect.die("nothing in the log")
        return [event, yield* Effect.orDie(LongNews.events.decode(event))] as const
      }),
    )
    expect(stored).toMatchObject({ stream: `longnews-${authorCode}`, type: "library.LongNewsUploaded.v1" })
    expect(JSON.stringify(stored.data)).not.toMatch(/rain|Weather/)
    expect(event).toMatchObject({
      title: "On rain",
      summary: "It rains.",
      contentHtml: expect.stringMatching(/^<p>It rains\.<\/p>\s*<img [^<>]*>$/),
      imageUrl: "https://a.example/rain.jpg",
      tags: ["Weather"],
    })
  })

  it("executes a command once", async () => {
    const meta = { actor: "user:QI4711", commandId: idOf(1), correlationId: null, causationId: null }
    const upload = LongNewsPublisher.use((longNewsPublisher) => longNewsPublisher.upload(draft)).pipe(
      Effect.provideService(CurrentMeta, meta),
    )
    const [one, other] = await run(Effect.all([upload, upload]))
    expect(other).toEqual(one)
  })

  it("deletes only the author's own items", async () => {
    const outcome = await run(
      Effect.gen(function* () {
        const longNewsPublisher = yield* LongNewsPublisher
        const { id } = yield* longNewsPublisher.upload(draft)
        const stranger = yield* Effect.result(longNewsPublisher.remove({ authorCode: "QI1", id }))
        yield* longNewsPublisher.remove({ authorCode, id })
        return [stranger, yield* Effect.result(longNewsPublisher.remove({ authorCode, id })), yield* log] as const
      }),
    )
    expect(outcome[0]).toMatchObject({ failure: { _tag: "NoLongNews" } })
    expect(outcome[1]).toMatchObject({ failure: { _tag: "NoLongNews" } })
    expect(outcome[2].map(({ type }) => type)).toEqual(["library.LongNewsUploaded.v1", "library.LongNewsDeleted.v1"])
  })
})
