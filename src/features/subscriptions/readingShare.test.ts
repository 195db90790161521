import { beforeEach, expect, it, vi } from "vitest"

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.UTC(2027, 0, 1)

const storage = new Map<string, string>()
vi.stubGlobal("localStorage", {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
  removeItem: (key: string) => storage.delete(key),
})

/** Fresh modules, as on a new page. */
const open = async () => {
  vi.resetModules()
  return { ...(await import("./readingTimes.ts")), ...(await import("./reportReading.ts")) }
}
/** What the page sent, by the name of the call. */
let sent: ReadonlyArray<readonly [string, unknown]> = []
const answerWith = (reading: object) => {
  const data = {
    channels: ["QCA", "QCB"].map((channelCode) => ({ channelCode, ruleId: 1 })),
    rules: [
      {
        ruleId: 1,
        reading: { isOn: true, starts: START, ends: START + 31 * DAY, floor: 125, cap: 700, parts: [], ...reading },
      },
    ],
  }
  sent = []
  vi.stubGlobal("fetch", async (path: string, { body }: RequestInit) => {
    sent = [...sent, [path.replace("/api/Channel/", ""), JSON.parse(String(body))]]
    return Response.json({ data })
  })
}
beforeEach(() => {
  storage.clear()
  answerWith({})
})

it("counts at most an hour an hour, and forgets what is older than a paid period", async () => {
  const { addReadingTime, readingTimes } = await open()
  for (let tick = 0; tick < 1_000; tick += 1) addReadingTime("QCA", 5, START + HOUR)
  addReadingTime("QCB", 5, START + 2 * HOUR)
  expect(readingTimes(["QCA", "QCB", "QCC"], START)).toEqual([3_600, 5, 0])
  expect(readingTimes(["QCA", "QCB"], START + 2 * HOUR)).toEqual([0, 5])
  addReadingTime("QCB", 5, START + 40 * DAY)
  expect(readingTimes(["QCA", "QCB"], START)).toEqual([0, 5])
  for (let creator = 0; creator < 100; creator += 1) addReadingTime(`QC${creator}`, 5, START + 41 * DAY)
  expect(storage.get("quire:reading-time")?.match(/QC/g)).toHaveLength(51)
})

it("reports shares once a day, more often at the end of the period, and nothing but shares", async () => {
  const { addReadingTime, reportReading } = await open()
  addReadingTime("QCA", 595, START + HOUR)
  await reportReading(START + DAY)
  expect(sent.map(([name]) => name)).toEqual(["LoadSubscribeRule"])
  addReadingTime("QCB", 305, START + 2 * HOUR)
  await reportReading(START + DAY)
  const parts = [
    { channelCode: "QCA", perMille: 661 },
    { channelCode: "QCB", perMille: 339 },
  ]
  expect(sent.slice(2)).toEqual([["UpdateReadingShare", { ruleId: 1, parts }]])
  await reportReading(START + 2 * DAY - 1)
  expect(sent).toHaveLength(3)
  // What counts already is not reported again.
  answerWith({ parts })
  await reportReading(START + 2 * DAY)
  expect(sent).toHaveLength(1)
  answerWith({})
  await reportReading(START + 29 * DAY + HOUR)
  await reportReading(START + 29 * DAY + 8 * HOUR)
  expect(sent.map(([name]) => name)).toEqual(Array(2).fill(["LoadSubscribeRule", "UpdateReadingShare"]).flat())
})

it("reports nothing of rules that are not shared by reading time, or not paid", async () => {
  const { addReadingTime, reportReading } = await open()
  addReadingTime("QCA", 3_000, START + HOUR)
  for (const reading of [{ isOn: false }, { starts: null }, { floor: null, cap: null }]) {
    answerWith(reading)
    await reportReading(START + DAY)
    expect(sent.map(([name]) => name)).toEqual(["LoadSubscribeRule"])
  }
})
