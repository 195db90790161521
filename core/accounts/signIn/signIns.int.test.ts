import { Effect, Exit } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { Leaving } from "../leaving/Leaving.ts"
import { PasswordDesk } from "../passwords/PasswordDesk.ts"
import { Attempts, WRONG_PASSWORDS } from "../sessions/Attempts.ts"
import { openPeople, type People } from "../testing/people.ts"
import { SignIns } from "./SignIns.ts"

let db: TestDatabase
let here: People
let there: People

beforeAll(async () => {
  db = await testDatabase()
  here = openPeople({ url: db.url, isProjected: false })
  there = openPeople({ url: db.url, isProjected: false })
})
afterAll(async () => {
  await Promise.all([here.close(), there.close()])
  await db.drop()
})

const visit = { address: "192.0.2.8", userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0", browser: null }
const signIn = (people: People, email: string, password: string, browser: string | null = null) =>
  people.run(Effect.exit(SignIns.use(({ byPassword }) => byPassword(email, password, { ...visit, browser }))))
const found = (exit: Awaited<ReturnType<typeof signIn>>) => (Exit.isSuccess(exit) ? exit.value : null)

describe("a process that knows somebody from before", () => {
  it("sees at once that the password was changed by another one", async () => {
    const { personId, sessionId, email, password } = await there.make()
    expect(found(await signIn(here, email, password))).toMatchObject({ personId })
    await there.run(
      PasswordDesk.use(({ change }) => change({ personId, sessionId }, { password }, "another horse and a stable")),
    )
    expect(found(await signIn(here, email, password))).toBeNull()
    expect(found(await signIn(here, email, "another horse and a stable"))).toMatchObject({ personId })
  })

  it("sees at once that the address is somebody else's now", async () => {
    const before = await there.make()
    expect(found(await signIn(here, before.email, before.password))).toMatchObject({ personId: before.personId })
    await there.run(Leaving.use((leaving) => leaving.delete(before.personId)))
    expect(found(await signIn(here, before.email, before.password))).toBeNull()
    const after = await there.make({ email: before.email, password: "the password of the next one" })
    expect(found(await signIn(here, before.email, before.password))).toBeNull()
    expect(found(await signIn(here, before.email, after.password))).toMatchObject({ personId: after.personId })
  })
})

it("forgets wrong passwords once somebody is in, and writes a fact for a new browser alone", async () => {
  const { email, password } = await there.make()
  expect(found(await signIn(here, email, "no password of anybody"))).toBeNull()
  const first = found(await signIn(here, email, password))
  expect(first?.position).toBeGreaterThan(0)
  expect(found(await signIn(here, email, password, first?.browser ?? null))).toMatchObject({
    position: 0,
    browser: first?.browser,
  })
  for (let time = 1; time < WRONG_PASSWORDS.times; time += 1)
    await here.run(Attempts.use(({ count }) => count(WRONG_PASSWORDS, email)))
  expect(await here.run(Attempts.use(({ look }) => look(WRONG_PASSWORDS, email)))).toBe(0)
})
