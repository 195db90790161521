import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import type { ApiKit } from "./apiKit.ts"

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
