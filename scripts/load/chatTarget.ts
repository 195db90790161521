import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { TEST_MASTER_KEY } from "../../core/accounts/testing/people.ts"
import { makeContext } from "../bench/lib/context.ts"
import { openChatStage } from "../testing/chatStage.ts"
import { startProduct } from "../testing/product.ts"

/** The file that load-tests/lib/chat.js reads. */
type Stage = {
  readonly url: string
  readonly owner: string
  readonly people: ReadonlyArray<{ readonly userCode: string; readonly token: string }>
}

const PEOPLE_MIN = 100
/** Messages in the room before the test, for reading and searching. */
const MESSAGES = 300
const SAID = [
  "Did everybody see what they are building beside the bridge?",
  "There was a meeting yesterday, and nobody from the newspaper came.",
  "I wrote about the harbour last week; the figures are in the second part.",
  "Has anybody been there by bicycle? The path is closed today.",
]

/**
 * Starts a product with a temporary database and fills it with users, a Team room and conversations of two. Returns the
 * target file and how to stop.
 */
export const startChatTarget = async (
  directory: string,
  vus: number,
  log: (line: string) => void,
): Promise<{ readonly stageFile: string; readonly stop: () => Promise<void> }> => {
  const { context, undo } = makeContext([])
  try {
    log("Starting a product with the chat role ...")
    const databaseUrl = await context.database()
    const env = { MASTER_KEY: TEST_MASTER_KEY, TRUSTED_PROXIES: "1", ROLES: "chat,worker" }
    const product = await startProduct({ databaseUrl, env })
    context.defer(product.stop)
    const count = Math.max(PEOPLE_MIN, vus + (vus % 2))
    log(`Making ${count} people, their room and their conversations ...`)
    const stage = openChatStage(databaseUrl)
    context.defer(stage.close)
    const [owner] = await stage.makePeople(1)
    const people = await stage.makePeople(count)
    if (!owner) throw new Error("no people were created")
    const room = await stage.gather(owner, people)
    const pairs = people.flatMap((one, at) => {
      const other = people[at + 1]
      return at % 2 === 0 && other ? [[one, other] as const] : []
    })
    await stage.introduce(pairs)
    const texts = Array.from({ length: MESSAGES }, (_, at) => `${at + 1}. ${SAID[at % SAID.length]}`)
    await stage.talk(room, people, texts)
    await stage.settle()
    const stageFile = join(directory, "chat-stage.json")
    const written: Stage = {
      url: product.chatUrl,
      owner: owner.userCode,
      people: people.map(({ userCode, token }) => ({ userCode, token })),
    }
    writeFileSync(stageFile, JSON.stringify(written), { mode: 0o600 })
    return { stageFile, stop: undo }
  } catch (error) {
    await undo()
    throw error
  }
}
