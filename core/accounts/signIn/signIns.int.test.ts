import { Effect, Exit, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { Codes } from "../codes/Codes.ts"
import { AccountDeletion } from "../deletion/AccountDeletion.ts"
import { PasswordHasher } from "../passwords/PasswordHasher.ts"
import { Passwords } from "../passwords/Passwords.ts"
import { Attempts, MAILS, WRONG_PASSWORDS, WRONG_PASSWORDS_KNOWN_BROWSER } from "../sessions/Attempts.ts"
import { SignUps } from "../signUp/SignUps.ts"
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
      Passwords.use(({ change }) => change({ personId, sessionId }, { password }, "another horse and a stable")),
    )
    expect(found(await signIn(here, email, password))).toBeNull()
    expect(found(await signIn(here, email, "another horse and a stable"))).toMatchObject({ personId })
  })

  it("sees at once that the address is somebody else's now", async () => {
    const before = await there.make()
    expect(found(await signIn(here, before.email, before.password))).toMatchObject({ personId: before.personId })
    await there.run(AccountDeletion.use((deletion) => deletion.delete(before.personId)))
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
  expect(await here.run(Attempts.use(({ count }) => count(WRONG_PASSWORDS, email)))).toBe(0)
})

describe("a stranger who knows only the address", () => {
  const exhaust = (limit: typeof MAILS, key: string) =>
    here.run(Effect.forEach(Array.from({ length: limit.times }), () => Attempts.use(({ count }) => count(limit, key))))

  it("cannot lock the owner out of a browser in which they were signed in before", async () => {
    const { email, password, personId } = await there.make()
    const browser = found(await signIn(here, email, password))?.browser ?? null
    await exhaust(WRONG_PASSWORDS, email)
    expect(found(await signIn(here, email, password)), "another browser is refused").toBeNull()
    await exhaust(WRONG_PASSWORDS, email)
    expect(found(await signIn(here, email, password, browser))).toMatchObject({ personId })
  })

  it("is limited in a known browser too, which is asked to wait", async () => {
    const { email, password, personId } = await there.make()
    const browser = found(await signIn(here, email, password))?.browser ?? null
    await exhaust(WRONG_PASSWORDS, email)
    await exhaust(WRONG_PASSWORDS_KNOWN_BROWSER, `${personId} ${browser}`)
    const exit = await signIn(here, email, password, browser)
    expect(Exit.isFailure(exit) && String(exit.cause)).toContain("TooOften")
  })

  it("cannot keep a signed-in owner from confirming with their password", async () => {
    const { email, password, personId } = await there.make()
    await exhaust(WRONG_PASSWORDS, email)
    await here.run(Passwords.use(({ confirm }) => confirm(personId, { password })))
  })

  it("cannot keep a known browser, or a signed-in owner, from requesting a code by mail", async () => {
    const { email, password, personId } = await there.make()
    const browser = found(await signIn(here, email, password))?.browser ?? null
    await exhaust(MAILS, email)
    const send = (known: string | null) =>
      here.run(Effect.exit(Codes.use((codes) => codes.send("signIn", email, { address: "192.0.2.9", browser: known }))))
    expect(Exit.isFailure(await send(null))).toBe(true)
    expect(Exit.isSuccess(await send(browser))).toBe(true)
    await here.run(Codes.use((codes) => codes.sendToMember("password", personId)))
  })
})

it("signs up with a new address and a registered one at the cost of the same number of hashes", async () => {
  let hashes = 0
  const counting = Layer.effect(
    PasswordHasher,
    Effect.map(PasswordHasher, (passwords) => ({
      ...passwords,
      hash: (password: string) => Effect.tap(passwords.hash(password), () => Effect.sync(() => (hashes += 1))),
      isRight: (password: string, phc: string | null) =>
        Effect.tap(passwords.isRight(password, phc), () => Effect.sync(() => (hashes += 1))),
    })),
  )
  const layer = Layer.fresh(SignUps.layer).pipe(Layer.provide(counting))
  const signUp = (email: string) => {
    hashes = 0
    const request = { email, password: "a sentence as a password", inviteCode: undefined, locale: "en" }
    return here
      .run(SignUps.use((it) => it.signUp({ ...request, address: "192.0.2.10" })).pipe(Effect.provide(layer)))
      .then(() => hashes)
  }
  const { email } = await there.make()
  expect([await signUp("new@mail.example"), await signUp(email)]).toEqual([2, 2])
})
