import { Pool } from "undici"

const MEASURE_MS = 4_000

export type Account = { readonly email: string; readonly password: string }

/** Cookies of known browsers, by the number of their account. */
export type Browsers = Map<number, string>

/**
 * Returns sign-ins per second over HTTP at the given concurrency. Accounts take turns, each from its own address and
 * its previous browser. Stores the cookies of known browsers in `browsers`.
 */
export async function signIns(
  origin: string,
  accounts: ReadonlyArray<Account>,
  sideBySide: number,
  browsers: Browsers,
): Promise<number> {
  const pool = new Pool(origin, { connections: sideBySide })
  try {
    const began = performance.now()
    let done = 0
    let next = 0
    const signIn = async () => {
      while (performance.now() - began < MEASURE_MS) {
        const turn = next
        next += 1
        const account = turn % accounts.length
        const address = `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`
        const { statusCode, headers, body } = await pool.request({
          path: "/api/User/SignIn",
          method: "POST",
          headers: {
            "content-type": "application/json",
            "x-forwarded-for": address,
            cookie: browsers.get(account) ?? "",
          },
          body: JSON.stringify(accounts[account]),
        })
        await body.arrayBuffer()
        if (statusCode !== 200) throw new Error(`a sign-in was answered ${statusCode}`)
        const stored = [headers["set-cookie"] ?? []].flat().find((cookie) => cookie.startsWith("quire_browser="))
        if (stored !== undefined) browsers.set(account, stored.split(";")[0] ?? "")
        done += 1
      }
    }
    await Promise.all(Array.from({ length: sideBySide }, signIn))
    return done / ((performance.now() - began) / 1_000)
  } finally {
    await pool.close()
  }
}
