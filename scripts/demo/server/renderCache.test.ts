import { expect, it } from "vitest"
import { makeRenderCache, RENDERINGS_AT_ONCE_MAX } from "./renderCache.ts"

it("renders once for all who ask at the same time, and again once it had to go", async () => {
  const cache = makeRenderCache(10)
  let count = 0
  const render = async () => {
    count += 1
    return Buffer.alloc(6)
  }
  const [one, other] = await Promise.all([cache.get("a", render), cache.get("a", render)])
  expect(one).toBe(other)
  await cache.get("a", render)
  expect(count).toBe(1)
  await cache.get("b", render)
  await cache.get("a", render)
  expect(count).toBe(3)
})

it("lets a failure through, and tries again when asked again", async () => {
  const cache = makeRenderCache()
  await expect(cache.get("a", () => Promise.reject(new Error("no ink")))).rejects.toThrow("no ink")
  expect((await cache.get("a", async () => Buffer.alloc(1))).length).toBe(1)
})

it("runs only so many renderings at once", async () => {
  const cache = makeRenderCache()
  let [running, most] = [0, 0]
  const render = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resume) => setImmediate(resume))
    running -= 1
    return Buffer.alloc(1)
  }
  await Promise.all(Array.from({ length: 20 }, (_, index) => cache.get(String(index), render)))
  expect(most).toBe(RENDERINGS_AT_ONCE_MAX)
})
