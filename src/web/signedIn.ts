import { localPath } from "#src/lib/localPath.ts"
import { paths } from "#src/lib/paths.ts"
import { redirectTo } from "./forms/readForm.ts"
import type { OwnAnswer } from "./ownCall.ts"

/** What calls answer that begin a session. */
export type SessionStarted = { readonly token: string; readonly secondStep: boolean }

type StartedSession = Extract<OwnAnswer<SessionStarted>, { readonly ok: true }>

/**
 * Leads on after somebody signed in: to their second step where they owe one, else to where they were going, never to
 * another site, or to their newsfeed. The session is in the cookies of the answer.
 */
export const signedIn = ({ data, cookies }: StartedSession, redirect: string | undefined): Response => {
  const target = localPath(redirect ?? null) ?? paths.newsfeed
  const location = data.secondStep ? `/twofa?${new URLSearchParams({ from: target })}` : target
  return redirectTo(location, { cookies })
}
