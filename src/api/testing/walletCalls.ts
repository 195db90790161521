import { Effect } from "effect"
import { PasswordHasher } from "#core/accounts"
import { CurrentMeta, writer } from "#core/kernel"
import { run } from "#src/process/runtime.ts"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import {
  chooseWithdrawalPassword,
  WithdrawalPassword,
} from "../../../core/wallet/withdrawalPassword/WithdrawalPassword.ts"
import type { ApiKit } from "./apiKit.ts"

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

type Balance = { readonly assetTypeId: number; readonly availableBalance: string; readonly heldBalance: string }

/** Wallet calls as their person makes them. */
export const walletCalls = (kit: ApiKit) => {
  const call = (path: string, payload: object, { token }: TestPerson, key?: string) =>
    kit.post(`/api/${path}`, payload, { token, ...(key === undefined ? {} : { headers: { "idempotency-key": key } }) })

  /** The response of a call, typed by the test. */
  const data = async <Data>(path: string, payload: object, who: TestPerson): Promise<Data> => {
    const answered: unknown = (await call(path, payload, who)).body.data
    return answered as Data
  }

  /** A person's balance of an asset, with the held amount if there is one. */
  const balanceOf = async (who: TestPerson, assetTypeId = 1) => {
    const { balances } = await data<{ readonly balances: ReadonlyArray<Balance> }>("Balance/LoadBalance", {}, who)
    const { availableBalance, heldBalance } = balances.find((each) => each.assetTypeId === assetTypeId) ?? {}
    return heldBalance === "0" ? availableBalance : [availableBalance, heldBalance]
  }

  return { call, data, balanceOf }
}
