import type { APIContext } from "astro"
import type { CallPath, Calls } from "#src/api/calls.ts"
import { type OwnAnswer, type OwnRefusal, ownCall } from "#src/web/ownCall.ts"

/** What an act of a page needs of it. */
export type ActingPage = Pick<APIContext, "request" | "locals" | "clientAddress" | "url">

/** What a form shows again after it could not be accepted. */
export type FormRefusal = {
  /** What went wrong with the whole; undefined where the fields say it all. */
  readonly problem: string | undefined
  readonly errors: OwnRefusal["errors"]
}

export const NO_REFUSAL: FormRefusal = { problem: undefined, errors: {} }

/** Makes a call of the product's own for a page's reader. */
export const callOf =
  ({ request, locals, clientAddress }: ActingPage) =>
  <Path extends CallPath>(path: Path, body: Calls[Path]["payload"]): Promise<OwnAnswer<Calls[Path]["data"]>> =>
    ownCall(path, body, { request, locals, clientAddress })

/** Lets the page that answers this request show the notice that a code was mailed. */
export const noticeCodeSent = (locals: App.Locals): void => {
  Object.assign(locals, { notice: "code-sent" } satisfies Partial<App.Locals>)
}

/** Of a refusal, what belongs above the form and what beside its fields. */
export const toFormRefusal = ({ message, errors }: OwnRefusal, ...fields: ReadonlyArray<string>): FormRefusal => ({
  problem: fields.some((name) => errors[name] !== undefined) ? undefined : message,
  errors,
})
