import type { Check, Finding } from "./Finding.ts"

/** Time limit of one check. All run at the same time, so this is about the time of the command. */
export const CHECK_MS_MAX = 8_000

/** Runs all checks at once and returns their findings in the order of the checks. */
export const runChecks = async (
  checks: ReadonlyArray<Check>,
  msMax: number = CHECK_MS_MAX,
): Promise<ReadonlyArray<Finding>> => (await Promise.all(checks.map((check) => runCheck(check, msMax)))).flat()

const runCheck = async ({ name, run, todo }: Check, msMax: number): Promise<ReadonlyArray<Finding>> => {
  let timeout: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timeout = setTimeout(() => reject(new Error(`no answer within ${msMax / 1_000} s`)), msMax)
  })
  try {
    return await Promise.race([run(), late])
  } catch (error) {
    return [{ check: name, status: "problem", text: reasonOf(error), todo }]
  } finally {
    clearTimeout(timeout)
  }
}

/** The message of an error on one line. Connection errors of several addresses have only a code. */
export const reasonOf = (error: unknown): string => {
  const { message = "", code } = error as { readonly message?: string; readonly code?: string }
  return (message || code || String(error)).split("\n")[0] ?? ""
}
