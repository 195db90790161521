import { BadRequest, refusal } from "./envelope.ts"

/** The refusal of one form field, with a message for the person who filled it in. */
export const badField = (field: string, message: string) =>
  new BadRequest({ ...refusal(message), errors: { [field]: [message] } })
