import { paths } from "../../lib/paths.ts"
import { toast } from "../../lib/toast.ts"

type Fields = Readonly<Record<string, string>>

let last: Promise<unknown> = Promise.resolve()

/**
 * Sends what a form of the newsfeed asks for. False if it failed, which a toast explains. One after the other, because
 * each response sets the cookie of a guest's marks that the next request extends.
 *
 * @param failed what the toast says if the server does not
 */
export const postMark = (fields: Fields, failed: string): Promise<boolean> => {
  const sent = last.then(() => send(fields, failed))
  last = sent
  return sent
}

const send = async (fields: Fields, failed: string): Promise<boolean> => {
  try {
    const response = await fetch(paths.mark, {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams(fields),
      keepalive: true,
    })
    if (response.ok) return true
    const isSaid = response.headers.get("content-type")?.startsWith("text/plain") === true
    toast("error", isSaid ? await response.text() : failed)
  } catch {
    toast("error", failed)
  }
  return false
}
