import { Effect, Layer, Result } from "effect"
import { Challenges } from "#core/accounts"
import { AppConfig, readAppSettings } from "#core/kernel"
import { OperatorSessions } from "#core/operators"

/** The address of the console in tests without a database. */
export const ORIGIN = "https://console.quire.example"

const settings = Result.getOrThrow(
  readAppSettings({
    ...{ DATABASE_URL: "postgres://nowhere/none", MASTER_KEY: "07".repeat(32) },
    ...{ PUBLIC_ORIGIN: "https://quire.example", CONSOLE_ORIGIN: ORIGIN },
  }),
)

/** What operators need beside the log, in tests without a database. */
export const BesideOperators = Layer.mergeAll(
  AppConfig.layerOf(settings),
  // No operator signs in here.
  Layer.mock(Challenges, {}),
  Layer.mock(OperatorSessions, { endAll: () => Effect.void }),
)
