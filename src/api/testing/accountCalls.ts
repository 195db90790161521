import { randomBytes } from "node:crypto"
import { expect } from "vitest"
import { Secrets } from "#core/accounts"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import type { ApiKit } from "./apiKit.ts"

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
