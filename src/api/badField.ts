import { BadRequest, refusal } from "./envelope.ts"

/** The refusal of one field of a form, in words for anyone who filled it in. */
export const badField = (field: string, message: string) =>
  new BadRequest({ ...refusal(message), errors: { [field]: [message] } })
