import { Effect } from "effect"
import { PasswordHasher } from "#core/accounts"
import { CurrentMeta, writer } from "#core/kernel"
import { run } from "#src/process/runtime.ts"
import {
  chooseWithdrawalPassword,
  WithdrawalPassword,
} from "../../../core/wallet/withdrawalPassword/WithdrawalPassword.ts"

export const WITHDRAWAL_PASSWORD = "wise otters pay slowly"

const DAYS_MS = 2 * 86_400_000

/** Sets a person's withdrawal password. @param sinceMs how long ago it was set */
export const setOldWithdrawalPassword = (personId: string, sinceMs = DAYS_MS): Promise<unknown> =>
  run(
    Effect.gen(function* () {
      const passwordHash = yield* PasswordHasher.use(({ hash }) => hash(WITHDRAWAL_PASSWORD))
      const write = yield* writer(WithdrawalPassword)
      yield* write(personId, chooseWithdrawalPassword({ personId, passwordHash, nowMs: Date.now() - sinceMs }))
    }).pipe(
      Effect.provideService(CurrentMeta, { actor: "test", commandId: null, correlationId: null, causationId: null }),
      Effect.orDie,
    ),
  )
