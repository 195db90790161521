import { expect, it } from "vitest"
import { demoFeeds } from "./demo/index.ts"
import { type SeedProgress, seed } from "./seed.ts"

it("adds every demo feed, four at a time, reports progress, and continues after a failed one", async () => {
  const added: Array<string> = []
  const steps: Array<SeedProgress> = []
  let [running, most] = [0, 0]
  const addFeed = async (url: string) => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resume) => setImmediate(resume))
    running -= 1
    if (url.includes("forty-roofs")) throw new Error("the line is down")
    added.push(url)
  }
  const outcome = await seed({
    addFeed,
    publisherUrl: "http://127.0.0.1:4390/",
    onProgress: (step) => void steps.push(step),
  })
  expect(most).toBe(4)
  expect(outcome).toEqual({
    added: demoFeeds.length - 1,
    failed: [{ url: "http://127.0.0.1:4390/forty-roofs/atom.xml", reason: "the line is down" }],
  })
  expect(added).toContain("http://127.0.0.1:4390/harbour-letter/feed.xml")
  expect(steps.at(-1)?.failed).toBe(1)
  expect(steps.map(({ done }) => done)).toEqual(demoFeeds.map((_, index) => index + 1))
  expect(steps.at(-1)).toMatchObject({ done: demoFeeds.length, total: demoFeeds.length })
})
