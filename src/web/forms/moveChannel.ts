import { paths } from "#src/lib/paths.ts"
import { type ActingPage, callOf } from "./Page.ts"
import { readForm, redirectTo } from "./readForm.ts"

/** What went wrong with the form of a channel's move. */
export type MoveProblem = { readonly channelId: number; readonly problem: string }

/** Moves a channel to a feed elsewhere, or ends that. Null if the page's other forms were sent, or none. */
export const handleMoveForm = async (page: ActingPage): Promise<Response | MoveProblem | null> => {
  const { request } = page
  const isForm = request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") === true
  if (request.method !== "POST" || !isForm) return null
  // Other forms of the page read the same body.
  const typed = await readForm(request.clone())
  const [act, channelId] = [typed.get("do"), Number(typed.get("channelId"))]
  if (act !== "move" && act !== "endMove") return null
  const call = callOf(page)
  const done = await (act === "move"
    ? call("Channel/MoveChannel", { channelId, url: (typed.get("url") ?? "").trim() })
    : call("Channel/EndMove", { channelId }))
  return done.ok
    ? redirectTo(`${paths.imports}#move-${channelId}`, { notice: "saved" })
    : { channelId, problem: done.message }
}
