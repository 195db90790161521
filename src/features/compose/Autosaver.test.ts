import { describe, expect, it } from "vitest"
import { Autosaver, type Fields, type SaveOutcome } from "./Autosaver.ts"

const open = (outcomes: ReadonlyArray<SaveOutcome>) => {
  const log: Array<string> = []
  const left = [...outcomes]
  let fields: Fields = { title: "a" }
  let due: { readonly run: () => void; readonly ms: number } | null = null
  const saver = new Autosaver({
    read: () => fields,
    send: async (sent, seen) => {
      log.push(`send ${sent["title"]} ${seen}`)
      return left.shift() ?? "failed"
    },
    keep: (stored) => log.push(`keep ${stored?.["title"] ?? "nothing"}`),
    show: (state) => log.push(state),
    seen: 3,
    stored: { title: "a" },
    timer: {
      set: (run, ms) => (due = { run, ms }),
      clear: () => {
        due = null
      },
    },
  })
  return {
    saver,
    log,
    type: (title: string, nowMs = 0) => {
      fields = { title }
      saver.changed(nowMs)
    },
    dueMs: () => due?.ms ?? null,
    pass: async () => {
      due?.run()
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}

describe("Autosaver", () => {
  it("keeps a copy at once, and deletes it when the server has the same text", async () => {
    const { log, type, pass } = open([{ saveNumber: 4 }])
    type("ab")
    expect(log).toEqual(["keep ab"])
    await pass()
    expect(log).toEqual(["keep ab", "saving", "send ab 3", "keep nothing", "saved"])
  })

  it("waits for a pause, but not longer than five seconds", () => {
    const { type, dueMs } = open([])
    type("ab", 0)
    expect(dueMs()).toBe(1_500)
    type("abc", 4_800)
    expect(dueMs()).toBe(200)
  })

  it("tries again, more and more slowly, and keeps the copy meanwhile", async () => {
    const { log, type, pass, dueMs } = open(["failed", "failed", { saveNumber: 4 }])
    type("ab")
    await pass()
    expect(dueMs()).toBe(4_000)
    await pass()
    expect(dueMs()).toBe(8_000)
    await pass()
    expect(log.slice(-3)).toEqual(["send ab 3", "keep nothing", "saved"])
    expect(log.filter((entry) => entry === "kept")).toHaveLength(2)
  })

  it("sends nothing after another tab wrote, until a person decides", async () => {
    const { saver, log, type, pass } = open(["other", { saveNumber: 9 }])
    type("ab")
    await pass()
    expect(log.at(-1)).toBe("other")
    type("abc")
    expect(log.at(-1)).toBe("other")
    await saver.overwrite()
    expect(log.slice(-3)).toEqual(["send abc null", "keep nothing", "saved"])
  })

  it("does not send what is already there", async () => {
    const { log, type, pass } = open([])
    type("a")
    await pass()
    expect(log).toEqual(["keep nothing"])
  })
})
