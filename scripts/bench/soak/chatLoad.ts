import { once } from "node:events"
import type { ChatPerson } from "../../testing/chatStage.ts"

const WRITE_MS = 500
/** Messages after which a socket is closed and another one opened. */
const MESSAGES_PER_SOCKET = 40
const WRITERS = 5

/**
 * Members of one Team room: some write, and every socket is closed and reopened from time to time. Counts sent
 * messages.
 */
export async function chatLoad(
  url: string,
  options: {
    readonly people: ReadonlyArray<ChatPerson>
    readonly ownerCode: string
    readonly isOver: () => boolean
    readonly messages: { count: number }
  },
): Promise<void> {
  const { people, ownerCode, isOver, messages } = options
  const chat = async ({ token }: ChatPerson, isWriter: boolean) => {
    while (!isOver()) {
      const socket = new WebSocket(url)
      await once(socket, "open")
      socket.send(`Tk|1|${token}`)
      await once(socket, "message")
      for (let written = 0; written < MESSAGES_PER_SOCKET && !isOver(); written += 1) {
        if (isWriter) {
          messages.count += 1
          socket.send(`Bc|${written + 2}|Team|${ownerCode}|soak-${messages.count}|||soak ${messages.count}`)
        }
        await new Promise((resolve) => setTimeout(resolve, WRITE_MS))
      }
      const closed = once(socket, "close")
      socket.close()
      await closed
    }
  }
  await Promise.all(people.map((person, at) => chat(person, at < WRITERS)))
}
