import { Effect } from "effect"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Sql } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { AccountDeletion } from "./deletion/AccountDeletion.ts"
import { makeAccountAccess } from "./makeAccountAccess.ts"
import { Profiles } from "./profile/Profiles.ts"
import { Secrets } from "./Secrets.ts"
import { SignIns } from "./signIn/SignIns.ts"
import { SignUps } from "./signUp/SignUps.ts"
import { openPeople, type People } from "./testing/people.ts"

let db: TestDatabase
let people: People

beforeAll(async () => {
  db = await testDatabase()
  people = openPeople({ url: db.url, isProjected: false })
})
afterAll(async () => {
  await people.close()
  await db.drop()
})

const succeeded = (outcomes: ReadonlyArray<PromiseSettledResult<unknown>>) =>
  outcomes.filter(({ status }) => status === "fulfilled").length
const atOnce = (count: number, act: (index: number) => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => act(index)))

const accountsOf = async () => {
  const ids = await people.run(
    Effect.flatMap(Sql, ({ client }) =>
      Effect.promise(
        () =>
          client<Array<{ id: string }>>`select substr(stream, 9) as id from es.stream where stream like 'account-%'`,
      ),
    ),
  )
  return people.run(
    Effect.gen(function* () {
      const { peek } = yield* makeAccountAccess
      const states = yield* Effect.forEach(ids, ({ id }) => peek(id))
      return states.filter(({ status }) => status === "open" || status === "active")
    }),
  )
}

/** What two accounts have in common that only one may have. */
const shared = async () => {
  const accounts = await accountsOf()
  return (["email", "userCode", "userName"] as const).flatMap((field) => {
    const values = accounts.flatMap((account) => account[field]?.toLowerCase() ?? [])
    return values.filter((value, index) => values.indexOf(value) !== index).map((value) => `${field} ${value}`)
  })
}

describe("at the same moment", () => {
  it("of many who sign up with one address one has it", async () => {
    const email = "one@mail.example"
    const request = { email, password: "a long enough password", inviteCode: undefined, locale: "en" }
    const outcomes = await atOnce(8, (index) =>
      people
        .run(SignUps.use(({ signUp }) => signUp({ ...request, address: `192.0.2.${index % 4}` })))
        .catch((error) => {
          // A sixth mail to one address within the hour is refused.
          expect(String(error)).toContain("TooOften")
        }),
    )
    expect(succeeded(outcomes)).toBe(8)
    expect((await accountsOf()).filter((account) => account.email === email)).toHaveLength(1)
  })

  it("of many who choose one user name, or one code, one has it", async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => people.make({ displayName: null })))
    const names = await atOnce(6, (index) =>
      people.run(
        Profiles.use((each) => each.chooseUserName(members[index]?.personId ?? "", index % 2 ? "Sought" : "sought")),
      ),
    )
    expect(succeeded(names)).toBe(1)
    const codes = await atOnce(6, (index) =>
      people.run(
        Profiles.use((each) =>
          each.name(members[index]?.personId ?? "", { displayName: "Somebody", userCode: "QI23456789" }),
        ),
      ),
    )
    expect(succeeded(codes)).toBe(1)
    expect(await shared()).toEqual([])
  })

  it("a code that many give signs one in, and nobody ever after", async () => {
    const { personId } = await people.make()
    const digits = await people.run(
      Effect.gen(function* () {
        const { write } = yield* makeAccountAccess
        const { requestCode } = yield* Effect.promise(() => import("./codes/requestCode.ts"))
        const { Result } = yield* Effect.promise(() => import("effect"))
        const codeId = "01890000-0000-7000-8000-0000000000cc"
        yield* write(personId, (state) =>
          Result.succeed(requestCode("signIn", { personId, codeId, nowMs: Date.now() })(state)),
        )
        return (yield* Secrets).linkTokenOf({ personId, codeId })
      }).pipe(Effect.orDie),
    )
    const give = (index: number) =>
      people.run(
        SignIns.use(({ byCode }) =>
          byCode({ token: digits }, { address: `198.51.100.${index}`, userAgent: "", browser: null }),
        ),
      )
    expect(succeeded(await atOnce(8, give))).toBe(1)
    expect(succeeded(await atOnce(3, give))).toBe(0)
  })
})

type Step =
  | { readonly kind: "open"; readonly email: number }
  | { readonly kind: "userName"; readonly who: number; readonly name: number }
  | { readonly kind: "code"; readonly who: number; readonly code: number }
  | { readonly kind: "leave"; readonly who: number }
const few = fc.nat({ max: 3 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("open" as const), email: few }),
  fc.record({ kind: fc.constant("userName" as const), who: few, name: few }),
  fc.record({ kind: fc.constant("code" as const), who: few, code: few }),
  fc.record({ kind: fc.constant("leave" as const), who: few }),
)

it("no sequence of commands leaves two accounts with one address, code or user name", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 8 }), async (batches) => {
      const members: Array<string> = []
      const whoOf = (index: number) => members[index % Math.max(members.length, 1)] ?? ""
      const runStep = async (each: Step): Promise<unknown> => {
        switch (each.kind) {
          case "open":
            return people
              .make({ email: `shared${each.email}@mail.example`, displayName: null })
              .then(({ personId }) => members.push(personId))
          case "userName":
            return people.run(Profiles.use((profiles) => profiles.chooseUserName(whoOf(each.who), `Name${each.name}`)))
          case "code":
            return people.run(
              Profiles.use((profiles) =>
                profiles.name(whoOf(each.who), { displayName: "Anna", userCode: `QI7777777${each.code}` }),
              ),
            )
          case "leave":
            return people.run(AccountDeletion.use((deletion) => deletion.delete(whoOf(each.who))))
        }
      }
      for (const batch of batches)
        await Promise.allSettled(
          batch.map((each) => (members.length === 0 && each.kind !== "open" ? null : runStep(each))),
        )
      expect(await shared()).toEqual([])
    }),
    { numRuns: 15 },
  )
})
