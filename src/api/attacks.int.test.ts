import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { SignIns } from "#core/accounts"
import { type TestDatabase, testDatabase } from "#testing"
import { type ApiKit, makeApiKit } from "./testing/apiKit.ts"

let db: TestDatabase
let kit: ApiKit

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url })
})
afterAll(async () => {
  await kit.close()
  await db.drop()
})

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
/** See core/accounts/constantTime.ts. */
const STEP_MS = 600
const wrong = "not the right password"

describe("responses never reveal whether an address has an account", () => {
  /** Each call with three addresses: of an active account, of an inactive one, of none. */
  const CALLS: ReadonlyArray<readonly [string, object]> = [
    ["User/SignUp", { password: "a long enough password" }],
    ["User/ReSendEmail", {}],
    ["User/SendConfirmationCode", {}],
    ["User/forgetpassword", {}],
    ["User/SignIn", { password: wrong }],
    ["User/SignInByCode", { code: "123456" }],
    ["User/activation", { code: "123456" }],
    ["User/forgetpasswordverification", { code: "123456", newPassword: "a long enough password" }],
    ["User/SendTwoStepRemoval", {}],
    ["User/RemoveTwoStep", { code: "123456" }],
  ]

  type ComparedAnswer = { readonly status: number; readonly text: string; readonly cookies: ReadonlyArray<string> }
  type TimedAnswer = { readonly said: ComparedAnswer; readonly tookMs: number }
  it.each(CALLS)("by what %s returns, or by its response time", async (path, more) => {
    const request = async (email: string): Promise<TimedAnswer> => {
      const beganMs = performance.now()
      const { status, text, headers } = await kit.post(`/api/${path}`, { email, ...more })
      return { said: { status, text, cookies: headers.getSetCookie() }, tookMs: performance.now() - beganMs }
    }
    const answers: Array<readonly [TimedAnswer, TimedAnswer, TimedAnswer]> = []
    const apartMs = async () => {
      // Concurrent: each response waits for the end of its time step.
      const rounds = [0, 1, 2].map(async (round) => {
        const { email } = await kit.people.make()
        const fresh = `fresh${round}.${email}`
        await kit.post("/api/User/SignUp", { email: fresh, password: "another long password" })
        return Promise.all([request(email), request(fresh), request(`nobody${round}.${email}`)])
      })
      const requested = await Promise.all(rounds)
      answers.push(...requested)
      const took = (which: 0 | 2) => median(requested.map((round) => round[which].tookMs))
      return Math.abs(took(0) - took(2))
    }
    // Responses are padded to steps of 600 ms. A busy machine may add a step to either; a real leak would show every
    // time.
    await expect.poll(apartMs, { timeout: 50_000 }).toBeLessThan(150)
    for (const [known, open, unknown] of answers) {
      expect(known.said).toEqual(unknown.said)
      expect(known.said.status).toBe("code" in more || path === "User/SignIn" ? 400 : 200)
      expect(open.said).toEqual(unknown.said)
      // Without padding an unknown address would be answered within milliseconds.
      for (const { tookMs } of [known, open, unknown]) expect(tookMs).toBeGreaterThan(STEP_MS - 20)
    }
  })
})

describe("password guessing", () => {
  it("fails with 10,000 wrong passwords from as many addresses, and even the right password is refused during the lockout", {
    tags: ["long"],
    timeout: 180_000,
  }, async () => {
    const { email, password } = await kit.people.make()
    const attempt = (guess: string, index: number) =>
      kit.people.run(
        SignIns.use(({ byPassword }) =>
          byPassword(email, guess, {
            address: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
            userAgent: "",
            browser: null,
          }),
        ),
      )
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10_000 }, (_, index) => attempt(index === 9_000 ? password : `${wrong} ${index}`, index)),
    )
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toEqual([])
    expect(await kit.post("/api/User/SignIn", { email, password })).toMatchObject({ status: 400 })
    await kit.sql`update accounts.attempt set ends_at = now() - interval '1 second' where name = 'wrong-password'`
    expect(await kit.post("/api/User/SignIn", { email, password })).toMatchObject({ status: 200 })
  })

  it("is limited to thirty attempts per address in a quarter of an hour", async () => {
    const address = "203.0.113.7"
    const tries = Array.from({ length: 30 }, (_, index) =>
      kit.post("/api/User/SignIn", { email: `a${index}@mail.example`, password: wrong }, { address }),
    )
    expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([400]))
    const { email, password } = await kit.people.make()
    const refused = await kit.post("/api/User/SignIn", { email, password }, { address })
    expect(refused).toMatchObject({ status: 429, body: { retryAfterSeconds: expect.any(Number) } })
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800)
    expect(await kit.post("/api/User/SignInByCode", { email, code: "123456" }, { address })).toMatchObject({
      status: 429,
    })
    expect(await kit.post("/api/User/SignIn", { email, password })).toMatchObject({ status: 200 })
  })

  it("a mailbox gets at most five mails an hour, from any number of callers", async () => {
    for (const email of [(await kit.people.make()).email, "nobody.at.all@mail.example"]) {
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => kit.post("/api/User/forgetpassword", { email })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 429])
      expect(await kit.post("/api/User/SignUp", { email, password: "a long enough password" })).toMatchObject({
        status: 429,
      })
    }
  })
})

describe("sessions", () => {
  it("never adopt a token that was planted in the browser", async () => {
    const { email, password } = await kit.people.make()
    const planted = "A".repeat(43)
    const answer = await kit.post(
      "/api/User/SignIn",
      { email, password },
      { headers: { cookie: `quire_session=${planted}` } },
    )
    expect(answer.status).toBe(200)
    expect(answer.body.data["token"]).not.toBe(planted)
    expect(await kit.post("/api/User/LoadDevices", {}, { token: planted })).toMatchObject({ status: 401 })
  })

  it("are not returned from the receipt of another guest's command with the same key", async () => {
    const [one, two] = [await kit.people.make(), await kit.people.make()]
    const headers = { "idempotency-key": "1" }
    const first = await kit.post("/api/User/SignIn", one, { headers })
    const second = await kit.post("/api/User/SignIn", two, { headers })
    expect(second.body.data["user"]).toMatchObject({ email: two.email })
    expect(second.body.data["token"]).not.toBe(first.body.data["token"])
    await kit.post(
      "/api/User/SignUp",
      { email: "key.one@mail.example", password: "a long enough password" },
      { headers },
    )
    await kit.post(
      "/api/User/SignUp",
      { email: "key.two@mail.example", password: "a long enough password" },
      { headers },
    )
    const opened = () => kit.sql`select email from read.account where email like 'key.%' order by email`
    await expect
      .poll(async () => (await opened()).map(({ email }) => email))
      .toEqual(["key.one@mail.example", "key.two@mail.example"])
  })
})

it("sign-up ignores fields that would grant more rights", async () => {
  const email = "greedy@mail.example"
  const more = {
    roleId: 9,
    activated: true,
    userCode: "QI00000000",
    personId: "01890000-0000-7000-8000-000000000009",
    invite: "x",
  }
  expect(await kit.post("/api/User/SignUp", { email, password: "a long enough password", ...more })).toMatchObject({
    status: 200,
  })
  const row = async () => (await kit.sql`select * from read.account where email = ${email}`)[0]
  await expect.poll(row).toMatchObject({ role_id: 1, activated: false, user_code: expect.stringMatching(/^Test/) })
  expect((await row())?.["person_id"]).not.toBe(more.personId)
})
