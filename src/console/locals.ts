import type { Operator } from "#core/operators"
import type { ConsoleText } from "./texts/index.ts"

/** What the middleware knows about a request to the console. */
export type ConsoleLocals = {
  /** The signed-in operator; null on the pages for everyone. */
  readonly operator: Operator | null
  /** Whether the operator has enough passkeys to act. */
  readonly mayAct: boolean
  readonly sessionId: string | null
  /** The operators who have emergency permissions now. */
  readonly glass: ReadonlyArray<{ readonly name: string; readonly endsMs: number }>
  readonly t: ConsoleText
  readonly clientAddress: string
}

type Page = { readonly locals: App.Locals }

/** The console's part of a request's locals. */
export const consoleOf = ({ locals }: Page): ConsoleLocals => {
  if (locals.console === undefined) throw new Error("The page is not served by the console.")
  return locals.console
}

/** The same on a page that only operators reach. */
export const operatorOf = (page: Page): ConsoleLocals & { readonly operator: Operator } => {
  const { operator, ...rest } = consoleOf(page)
  if (operator === null) throw new Error("The page is for operators.")
  return { ...rest, operator }
}
