import { Clock, Effect } from "effect"
import { PREVIEW_SESSION_MS_MAX } from "#contract/identity"
import { Sessions } from "#core/accounts"
import { IdentityReviews } from "#core/identity"
import { run } from "../../process/runtime.ts"
import { type ActingPage, callOf } from "../../web/forms/Page.ts"

/** Everything that the page of the identity check shows; null for guests. */
export const readIdentity = async (page: ActingPage) => {
  const { member } = page.locals.visitor
  const call = callOf(page)
  const [loaded, access] = [await call("UserProfile/LoadKYC", {}), await call("UserProfile/LoadIdentityAccess", {})]
  if (member === null || !loaded.ok || !access.ok) return null
  const { policy, isFresh } = await run(
    Effect.gen(function* () {
      const sessions = yield* Sessions.use(({ list }) => list(member.personId))
      const openedMs = sessions.find(({ sessionId }) => sessionId === member.sessionId)?.openedMs ?? 0
      const nowMs = yield* Clock.currentTimeMillis
      return {
        policy: yield* IdentityReviews.use((reviews) => reviews.policy),
        isFresh: openedMs >= nowMs - PREVIEW_SESSION_MS_MAX,
      }
    }),
  )
  return { ...loaded.data.identity, accesses: access.data.accesses, policy, isFresh }
}
export type ShownIdentity = NonNullable<Awaited<ReturnType<typeof readIdentity>>>

/** All countries by name in a language, for a list of choices. */
export const countriesIn = (locale: string): ReadonlyArray<{ readonly code: string; readonly name: string }> => {
  const known = lists.get(locale)
  if (known !== undefined) return known
  const names = new Intl.DisplayNames(locale, { type: "region", fallback: "none" })
  const letters = [...LETTERS]
  const countries = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !NO_COUNTRY.test(code))
    .flatMap((code) => {
      const name = names.of(code)
      return name === undefined ? [] : [{ code, name }]
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, locale))
  lists.set(locale, countries)
  return countries
}

const lists = new Map<string, ReadonlyArray<{ readonly code: string; readonly name: string }>>()
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
/** Unions, territories without people, and codes that name no place or are out of use. */
const NO_COUNTRY =
  /^(?:EU|EZ|UN|ZZ|XA|XB|QO|AC|CP|CQ|DG|EA|IC|TA|AN|BU|CS|DD|DY|FX|HV|NH|NT|RH|SU|TP|UK|VD|YD|YU|ZR|AQ|BV|HM|TF|UM)$/
