import { Agent, type ClientRequest, request } from "node:http"

/** When a browser asks again after the end of a stream, unless the stream says otherwise. */
const RETRY_MS = 3_000
const ANSWER_MS_MAX = 30_000

/**
 * Keeps a live stream open for each session, as open pages do: a stream that ends is opened again.
 * @returns `stop` closes them and returns how many were opened and what failed
 */
export function startStreams(origin: string, tokens: ReadonlyArray<string>) {
  const agent = new Agent({ keepAlive: false })
  const failures: Record<string, number> = {}
  const open = new Set<ClientRequest>()
  let sent = 0
  let isOver = false
  const failed = (cause: string) => {
    if (!isOver) failures[cause] = (failures[cause] ?? 0) + 1
  }

  const listen = (token: string): void => {
    if (isOver) return
    sent += 1
    let retryMs = RETRY_MS
    const asked = request(`${origin}/live`, { agent, headers: { cookie: `quire_session=${token}` } })
    open.add(asked)
    let hasEnded = false
    const again = () => {
      if (hasEnded) return
      hasEnded = true
      open.delete(asked)
      setTimeout(() => listen(token), retryMs).unref()
    }
    const late = setTimeout(() => asked.destroy(new Error("late")), ANSWER_MS_MAX)
    asked.once("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(late)
      failed(`/live ${error.code ?? error.message}`)
      again()
    })
    asked.once("response", (answer) => {
      clearTimeout(late)
      if (answer.statusCode !== 200) failed(`/live ${answer.statusCode}`)
      answer.setEncoding("utf8").on("data", (text: string) => {
        retryMs = Number(/^retry: (\d+)$/m.exec(text)?.[1] ?? retryMs)
      })
      answer.once("error", () => failed("/live cut"))
      answer.once("close", again)
    })
    asked.end()
  }
  for (const token of tokens) listen(token)

  return {
    stop: () => {
      isOver = true
      for (const each of open) each.destroy()
      agent.destroy()
      return { sent, failures }
    },
  }
}
