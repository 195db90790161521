import { readBody } from "#src/api/readBody.ts"

/** More than `List-Unsubscribe=One-Click` takes in either encoding of forms (RFC 8058, 3.2). */
const ONE_CLICK_BYTES_MAX = 4_096

/** Whether a mail program posts for its reader, instead of the button of a page. */
export const isOneClick = async (request: Request): Promise<boolean> => {
  const body = await readBody(request, ONE_CLICK_BYTES_MAX)
  const text = body === "too-large" ? "" : new TextDecoder().decode(body)
  return text.includes("List-Unsubscribe") && text.includes("One-Click")
}
