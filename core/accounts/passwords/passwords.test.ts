import { Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { Secrets } from "../Secrets.ts"
import { checkPassword } from "./checkPassword.ts"
import { PasswordHasher } from "./PasswordHasher.ts"

const problemOf = (password: string, email = "marlene.d@mail.example") => {
  const checked = checkPassword(password, { field: "password", email })
  return Effect.runPromise(Effect.match(checked, { onFailure: ({ problem }) => problem, onSuccess: () => null }))
}

describe("a password", () => {
  it.each([
    ["nine char", "password.short"],
    ["ten chars!", null],
    ["😀😀😀😀😀😀😀😀😀", "password.short"],
    ["correct horse battery", null],
    ["x".repeat(200), "password.common"],
    [`${"a sentence that goes on ".repeat(9)}`, "password.long"],
    ["qwertyuiop", "password.common"],
    ["1234567890", "password.common"],
    ["Password123!", "password.common"],
    ["abcabcabcabc", "password.common"],
    ["abcdefghijkl", "password.common"],
    ["0987654321", "password.common"],
    ["marlene.d@mail.example", "password.own"],
    ["Marlene.D2026", "password.own"],
    ["quirequire1", "password.own"],
    ["marlene.d likes rivers", null],
  ])("%j: %s", async (password, problem) => expect(await problemOf(password)).toBe(problem))
})

describe("hashes", () => {
  const run = <A, E>(effect: Effect.Effect<A, E, PasswordHasher>, cost = { memoryKib: 8, passes: 1 }) =>
    Effect.runPromise(effect.pipe(Effect.provide(PasswordHasher.layerOf(cost))))

  it("name their parameters, and tell the right password from others, in any normal form", async () => {
    const phc = await run(PasswordHasher.use(({ hash }) => hash("Zoë likes long rivers")))
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
    const isRight = (password: string, of: string | null = phc) =>
      run(PasswordHasher.use((each) => each.isRight(password, of)))
    expect(await isRight("Zoë likes long rivers")).toBe(true)
    expect(await isRight("Zoe likes long rivers")).toBe(false)
    expect(await isRight("Zoë likes long rivers", null)).toBe(false)
    expect(await run(PasswordHasher.use(({ isOld }) => Effect.succeed(isOld(phc))))).toBe(false)
    expect(
      await run(
        PasswordHasher.use(({ isOld }) => Effect.succeed(isOld(phc))),
        { memoryKib: 16, passes: 1 },
      ),
    ).toBe(true)
  })

  it("of more than a thousand at once are refused", async () => {
    const many = Effect.gen(function* () {
      const { hash } = yield* PasswordHasher
      const fibers = yield* Effect.forEach(Array.from({ length: 1_100 }), () =>
        Effect.forkChild(Effect.exit(hash("a password"))),
      )
      const exits = yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
      return exits.filter(({ _tag }) => _tag === "Failure").length
    })
    const refused = await run(many)
    expect(refused).toBeGreaterThan(0)
    expect(refused).toBeLessThanOrEqual(100)
  })
})

it("digits and links follow from a code's id, and nothing else is taken for them", async () => {
  const of = (byte: number) => Effect.runPromise(Secrets.pipe(Effect.provide(Secrets.layerOf(Buffer.alloc(32, byte)))))
  const [ours, theirs] = [await of(1), await of(2)]
  const link = { personId: "01890000-0000-7000-8000-000000000001", codeId: "01890000-0000-7000-8000-000000000002" }
  const digits = ours.digitsOf(link.codeId)
  expect(digits).toMatch(/^\d{6}$/)
  expect([ours.isDigitsOf(link.codeId, ` ${digits} `), theirs.isDigitsOf(link.codeId, digits)]).toEqual([true, false])
  const token = ours.linkTokenOf(link)
  expect(ours.readLinkToken(token)).toEqual(link)
  for (const bad of ["", "A", token.slice(1), `${token}A`, theirs.linkTokenOf(link), `B${token.slice(1)}`])
    expect(ours.readLinkToken(bad)).toBeNull()
  expect(ours.claimIdOf("email", "a")).not.toBe(ours.claimIdOf("username", "a"))
  expect(ours.claimIdOf("email", "a")).not.toBe(theirs.claimIdOf("email", "a"))
  expect(ours.inviteCodeOf("i")).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/)
})
