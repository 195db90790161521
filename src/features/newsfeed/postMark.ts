import { paths } from "../../lib/paths.ts"

type Fields = Readonly<Record<string, string>>

let last: Promise<unknown> = Promise.resolve()

/**
 * Sends what a form of the newsfeed asks for. False if it failed. One after the other, because each response sets the
 * cookie of a guest's marks that the next request extends.
 */
export const postMark = (fields: Fields): Promise<boolean> => {
  const sent = last.then(() => send(fields))
  last = sent
  return sent
}

const send = async (fields: Fields): Promise<boolean> => {
  try {
    const response = await fetch(paths.mark, {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams(fields),
      keepalive: true,
    })
    return response.ok
  } catch {
    return false
  }
}
