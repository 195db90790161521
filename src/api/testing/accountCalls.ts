import { randomBytes } from "node:crypto"
import { Clock, Effect } from "effect"
import { expect } from "vitest"
import { Secrets } from "#core/accounts"
import { makeAuthenticator } from "../../../core/accounts/testing/authenticator.ts"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import type { ApiKit } from "./apiKit.ts"

/** Enrols a person's second step; returns the recovery codes and the code that confirmed it. */
export const enrol = async (kit: ApiKit, { token }: TestPerson, more: object = {}) => {
  const path = "/api/UserPreference/EnrollTwoStepVerification"
  const begun = await kit.post(path, {}, { token })
  const { enrollmentId, secret = "", uri, qr } = begun.body.data as unknown as Record<string, string>
  const code = await makeAuthenticator(secret).next()
  const ended = await kit.post(path, { enrollmentId, code, ...more }, { token })
  const { recoveryCodes = [] } = (ended.body.data ?? {}) as { readonly recoveryCodes?: ReadonlyArray<string> }
  return { status: ended.status, errors: ended.body.errors, recoveryCodes, code, secret, uri, qr }
}

/** Runs an effect with the clock advanced by the given time. */
export const withClockLater = <A, E, R>(ms: number, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const at = () => clock.currentTimeMillisUnsafe() + ms
    const shifted = Object.assign(Object.create(clock), {
      currentTimeMillisUnsafe: at,
      currentTimeMillis: Effect.sync(at),
    })
    return Effect.provideService(effect, Clock.Clock, shifted)
  })

export const PASSWORD = "correct horse battery"
export const SENT = "Verification code sent successfully, please check email"

export const as = ({ token }: Pick<TestPerson, "token">) => ({ token })
export const newEmail = (): string => `reader${randomBytes(6).toString("hex")}@mail.example`
export const cookiesOf = (answer: { readonly headers: Headers }): string => answer.headers.getSetCookie().join("\n")

type Issued = { readonly personId: string; readonly codeId: string }

/** The newest code for a purpose, as in its mail. */
export const mailedBy = (kit: ApiKit) => async (email: string, purpose: string) => {
  const issued = async () => {
    const rows = await kit.sql<Array<Issued>>`
      select e.data->>'personId' as "personId", e.data->>'codeId' as "codeId" from es.event e
      join read.account a on a.person_id = e.data->>'personId'
      where e.type = 'accounts.CodeIssued.v1' and e.data->>'purpose' = ${purpose} and a.email = ${email}
      order by e.position desc limit 1`
    return rows[0]
  }
  await expect.poll(issued, { interval: 10 }).toBeDefined()
  const link = (await issued()) as Issued
  const secrets = await kit.people.run(Secrets)
  return { digits: secrets.digitsOf(link.codeId), token: secrets.linkTokenOf(link), ...link }
}
