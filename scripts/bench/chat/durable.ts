import type { ChatPerson } from "../../testing/chatStage.ts"
import { median } from "../lib/interleaved.ts"
import { cpuSeconds, membersOf, type Server, type Setting } from "./Setting.ts"

/** Slightly above the goal of a thousand, so that rounding cannot miss it. */
const PER_SECOND = 1_050
const SECONDS = 8

/** Posts to many conversations in turn and measures the time from send to acknowledgement. */
export const measureDurablePosts = async (
  setting: Setting,
  { port, pid }: Server,
  people: ReadonlyArray<ChatPerson>,
) => {
  const { log, given } = setting
  const generator = setting.startGenerator()
  const next = (at: number) => people[(at + 1) % people.length]?.userCode
  await generator.open({ port, members: membersOf(people, people.length, (at) => `Person|${next(at)}`) })
  const [perSecond, seconds] = [given("per-second", PER_SECOND), given("seconds", SECONDS)]
  const rounds = []
  let [before, answers] = [0, 0]
  for (let round = 0; round <= given("rounds", 5); round += 1) {
    const figures = await generator.request({ perSecond, seconds })
    if (round === 0) before = cpuSeconds(pid)
    else {
      rounds.push(figures)
      answers += figures.answersPerSecond * seconds
    }
    const { answersPerSecond, p50Ms, p99Ms, refused, unanswered } = figures
    const shown = [answersPerSecond, p50Ms, p99Ms].map((figure) => figure.toPrecision(3))
    log(`durable: ${shown[0]} a second, p50 ${shown[1]} ms, p99 ${shown[2]} ms`)
    if (refused + unanswered > 0) log(`${refused} were refused, ${unanswered} not answered`)
  }
  generator.close()
  return {
    durable_node_cpu_ms_per_message: ((cpuSeconds(pid) - before) * 1_000) / answers,
    durable_messages_per_s: median(rounds.map(({ answersPerSecond }) => answersPerSecond)),
    durable_ack_p99_ms: median(rounds.map(({ p99Ms }) => p99Ms)),
    durable_ack_p50_ms: median(rounds.map(({ p50Ms }) => p50Ms)),
  }
}
