import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { BASE_CURRENCIES } from "#contract/wallet"
import { Profiles, UnfitField } from "#core/accounts"
import { waitFor } from "#projections/runner"
import { translator } from "#src/i18n/index.ts"
import { isLocale } from "#src/i18n/locales.ts"
import { CONTENT_LANGUAGES } from "#src/lib/contentLanguages.ts"
import { isTheme, isTimeZone } from "#src/lib/preferences.ts"
import type { Services } from "#src/process/runtime.ts"
import { Api } from "../Api.ts"
import { answer } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { ownThirdPartyHandlers } from "../user/external.handlers.ts"
import { refuse } from "../user/refusals.ts"
import { ownKeyHandlers } from "./passkeys.handlers.ts"
import { twoStepHandlers } from "./twoStep.handlers.ts"

const isSwitch = (value: string): boolean => value === "on" || value === "off"

/**
 * The allowed values of each preference, by the ids of Home/LoadPreference. The second step (8) is not set by a value.
 */
const FITS: Readonly<Record<number, (value: string) => boolean>> = {
  1: isLocale,
  2: isTheme,
  3: isTimeZone,
  4: (value) => value.split(",").every((code) => CONTENT_LANGUAGES.some((each) => each.code === code)),
  5: isSwitch,
  6: isSwitch,
  7: isSwitch,
  9: (value) => BASE_CURRENCIES.some(({ assetTypeId }) => String(assetTypeId) === value),
  10: isSwitch,
}

export const UserPreferenceHandlers = HttpApiBuilder.group(
  Api,
  "UserPreference",
  Effect.fn(function* (handlers) {
    const provide = Effect.provide(yield* Effect.context<Services>())
    const profiles = yield* Profiles
    const limitedWriting = yield* writing

    return handlers.handleAll({
      UpdateUserPreference: Effect.fn("UpdateUserPreference")(function* ({ payload: { preferenceId, value } }) {
        const { personId } = yield* requireMember
        yield* limitedWriting
        const fits = Object.hasOwn(FITS, preferenceId) ? FITS[preferenceId] : undefined
        if (fits === undefined) return yield* refuse(new UnfitField({ field: "preferenceId", problem: "preference" }))
        if (!fits(value)) return yield* refuse(new UnfitField({ field: "value", problem: "preference" }))
        const position = yield* profiles.setPreference(personId, preferenceId, value).pipe(Effect.catch(refuse))
        yield* waitFor("accounts", position)
        return answer(null, translator((yield* CurrentCaller).locale)("accountCall.saved"))
      }, provide),

      ...(yield* twoStepHandlers),
      ...(yield* ownKeyHandlers),
      ...(yield* ownThirdPartyHandlers),
    })
  }),
)
