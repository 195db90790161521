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
