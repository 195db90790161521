import { RATES } from "../../../src/chat/limits/RateLimit.ts"
import type { ChatPerson } from "../../testing/chatStage.ts"
import { median } from "../lib/interleaved.ts"
import { membersOf, type Server, type Setting } from "./Setting.ts"

const WINDOW = 512
const SECONDS = 5

/** Everyone writes in one room within their rate limits: stored messages per second. */
export const hotRoom = async (
  setting: Setting,
  { port }: Server,
  owner: ChatPerson,
  people: ReadonlyArray<ChatPerson>,
) => {
  const { log, given } = setting
  const generator = setting.startGenerator()
  await generator.open({ port, members: membersOf(people, people.length, () => `Team|${owner.userCode}`) })
  const rounds: Array<number> = []
  for (let round = 0; round <= given("rounds", 5); round += 1) {
    const { messagesPerSecond, refused, isAtLimit } = await generator.saturate({
      kind: "product",
      window: given("window", WINDOW),
      seconds: given("seconds", SECONDS),
      writers: people.length,
      perWriter: RATES.write.perSecond,
    })
    if (messagesPerSecond === 0) throw new Error(`nothing went through, and ${refused} messages were refused`)
    if (round > 0) rounds.push(messagesPerSecond)
    log(
      `hot room: ${Math.round(messagesPerSecond)} a second${refused > 0 ? `, ${refused} refused` : ""}${isAtLimit ? ", which is all that the limits of the writers allow" : ""}`,
    )
  }
  generator.close()
  return { hot_room_messages_per_s: median(rounds) }
}
