import { Effect, Layer, ManagedRuntime, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AppConfig, readAppSettings, Sql } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { Assistant, type Translating } from "./Assistant.ts"
import { type EngineServer, startChatServer, startLibreTranslate } from "./testing/engines.ts"

let db: TestDatabase
let chat: EngineServer
let faulty: EngineServer
let libre: EngineServer

beforeAll(async () => {
  db = await testDatabase()
  chat = await startChatServer()
  faulty = await startChatServer({ fault: "busy" })
  libre = await startLibreTranslate(["en", "de"])
})
afterAll(async () => {
  await Promise.all([chat.close(), faulty.close(), libre.close()])
  await db.drop()
})

const NOW_MS = Date.UTC(2026, 0, 31, 18)

/** An assistant configured by an environment, at a fixed time of day. */
const withEnv = async <A>(env: Record<string, string>, use: (it: Kit) => Promise<A>): Promise<A> => {
  const settings = readAppSettings({ DATABASE_URL: db.url, MASTER_KEY: "07".repeat(32), ...env })
  const runtime = ManagedRuntime.make(
    Assistant.layer.pipe(
      Layer.provideMerge(Sql.layer(db.url, { connectionsMax: 2 })),
      Layer.provide(AppConfig.layerOf(Result.getOrThrow(settings))),
      Layer.provideMerge(TestClock.layer()),
    ),
  )
  await runtime.runPromise(TestClock.setTime(NOW_MS))
  const sql = (await runtime.runPromise(Sql)).client
  try {
    return await use({
      offers: (await runtime.runPromise(Assistant)).offers,
      pass: (ms) => runtime.runPromise(TestClock.adjust(ms)),
      /** The texts of the response, or the refusal. */
      translate: (texts, requested = {}) =>
        runtime.runPromise(
          Assistant.use((it) => it.translate({ texts, from: null, to: "de", person: "192.0.2.1", ...requested })).pipe(
            Effect.flatMap((stream) => (texts.length === 0 ? Effect.succeed([]) : Stream.runCollect(stream))),
            Effect.map((pieces) =>
              texts.map((_, index) => pieces.flatMap((piece) => (piece.index === index ? [piece.text] : [])).join("")),
            ),
            Effect.catch((refusal) => Effect.succeed(refusal)),
          ),
        ),
      write: (instruction, again = false) =>
        runtime.runPromise(
          Assistant.use((it) => it.write({ instruction, text: "", language: "de", person: "QI1", again })).pipe(
            Effect.flatMap((stream) => Stream.runCollect(stream)),
            Effect.map((pieces) => pieces.map(({ text }) => text).join("")),
            Effect.catch((refusal) => Effect.succeed(refusal)),
          ),
        ),
      spent: async () =>
        (await sql<Array<{ characters: number }>>`select characters from assist.spent where person = ''`)[0]
          ?.characters ?? 0,
      clear: () => sql`truncate assist.spent, assist.answer`,
    })
  } finally {
    await runtime.dispose()
  }
}

type Kit = {
  readonly offers: { readonly translate: boolean; readonly write: boolean }
  readonly pass: (ms: number) => Promise<void>
  readonly translate: (texts: ReadonlyArray<string>, requested?: Partial<Translating>) => Promise<unknown>
  readonly write: (instruction: string, again?: boolean) => Promise<unknown>
  readonly spent: () => Promise<number>
  readonly clear: () => Promise<unknown>
}
const chatEnv = () => ({ AI_URL: `${chat.url}/v1`, AI_MODEL: "tiny" })

describe("an assistant", () => {
  it("refuses everything without a configured engine", () =>
    withEnv({}, async ({ offers, translate, write }) => {
      expect(offers).toEqual({ translate: false, write: false })
      expect(await translate(["x"])).toMatchObject({ _tag: "NotConfigured", task: "translate" })
      expect(await write("x")).toMatchObject({ _tag: "NotConfigured", task: "write" })
    }))

  it("requests a text and a language once from an engine, for all callers", () =>
    withEnv(chatEnv(), async ({ offers, translate, spent }) => {
      expect(offers).toEqual({ translate: true, write: true })
      const texts = ["one", "two 茶", "three", "four", "five"]
      const before = chat.requested.length
      expect(await translate(texts)).toEqual(["ONE", "TWO 茶", "THREE", "FOUR", "FIVE"])
      expect(chat.requested.length - before).toBe(5)
      const cost = await spent()
      expect(await translate(texts, { person: "somebody else" })).toEqual(["ONE", "TWO 茶", "THREE", "FOUR", "FIVE"])
      expect([chat.requested.length - before, await spent()]).toEqual([5, cost])
      await translate(["one"], { to: "fr" })
      expect(chat.requested.length - before).toBe(6)
    }))

  it("translates with LibreTranslate if it is configured, and knows its languages", () =>
    withEnv({ ...chatEnv(), TRANSLATE_URL: libre.url }, async ({ translate, write }) => {
      expect(await translate(["abc"])).toEqual(["cba"])
      expect(await translate(["abc"], { to: "fr" })).toMatchObject({ _tag: "LanguageNotOffered", language: "fr" })
      expect(await write("abc")).toBe("ABC")
    }))

  it("replaces a cached text only on request", () =>
    withEnv(chatEnv(), async ({ write }) => {
      const before = chat.requested.length
      for (const again of [false, false, true]) expect(await write("a poem", again)).toBe("A POEM")
      expect(chat.requested.length - before).toBe(2)
    }))

  it("enforces the daily budget of a person and of all people", () =>
    withEnv({ ...chatEnv(), AI_PERSON_CHARACTERS: "10", AI_DAY_CHARACTERS: "15" }, async (kit) => {
      await kit.clear()
      const { translate } = kit
      expect(await translate(["12345678"])).toEqual(["12345678"])
      expect(await translate(["abc"])).toMatchObject({
        _tag: "BudgetSpent",
        of: "person",
        retryAfterSeconds: 6 * 3_600,
      })
      expect(await translate(["de"])).toEqual(["DE"])
      expect(await translate(["efghij"], { person: "b" })).toMatchObject({ _tag: "BudgetSpent", of: "everybody" })
      // A refused call costs nothing.
      expect(await translate(["fghij"], { person: "b" })).toEqual(["FGHIJ"])
      await kit.pass(6 * 3_600_000)
      expect(await translate(["efghij"], { person: "b" })).toEqual(["EFGHIJ"])
    }))

  it("refunds unfinished work of an engine", () =>
    withEnv({ AI_URL: faulty.url, AI_MODEL: "tiny" }, async ({ translate, spent, clear }) => {
      await clear()
      expect(await translate(["abc"])).toMatchObject({ _tag: "AssistFailed", detail: expect.stringMatching(/429/) })
      expect(await spent()).toBe(0)
    }))
})
