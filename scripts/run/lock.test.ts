import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { alone, freeLock, takeLock } from "./lock.ts"

let directory: string
let file: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "quire-lock-"))
  file = join(directory, "deep", "lock")
})
afterEach(() => rmSync(directory, { recursive: true }))

describe("takeLock", () => {
  it("returns the holder while it runs", () => {
    expect(takeLock(file)).toBeUndefined()
    expect(takeLock(file)?.pid).toBe(process.pid)
    freeLock(file)
    expect(takeLock(file)).toBeUndefined()
  })

  it("takes over the lock of a killed process", async () => {
    const lock = join(import.meta.dirname, "lock.ts")
    const program = `import { takeLock } from ${JSON.stringify(lock)}; takeLock(${JSON.stringify(file)}); process.kill(process.pid, "SIGKILL")`
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "ignore" })
    await once(child, "exit")
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ pid: child.pid })
    expect(takeLock(file)).toBeUndefined()
  })

  it("takes over if the process id was reused, and if the file is incomplete", () => {
    takeLock(file)
    writeFileSync(file, JSON.stringify({ pid: process.pid, mark: "an earlier birth" }))
    expect(takeLock(file)).toBeUndefined()
    writeFileSync(file, '{"pid":')
    expect(takeLock(file)).toBeUndefined()
  })
})

describe("alone", () => {
  it("runs one task after another and releases the lock if a task fails", async () => {
    const order: Array<string> = []
    const work = (name: string) => async () => {
      order.push(`${name} begins`)
      await new Promise((resolve) => setImmediate(resolve))
      order.push(`${name} ends`)
      if (name === "first") throw new Error("first failed")
    }
    const first = alone(file, work("first"))
    const second = alone(file, work("second"))
    await expect(first).rejects.toThrow("first failed")
    await second
    expect(order).toEqual(["first begins", "first ends", "second begins", "second ends"])
    expect(existsSync(file)).toBe(false)
  })

  it("names the holder of the lock after a timeout", async () => {
    takeLock(file)
    await expect(alone(file, async () => undefined, 20)).rejects.toThrow(`process ${process.pid} still holds ${file}`)
  })
})
