import type { Chatter } from "../../testing/chatStage.ts"
import { interleaved, median } from "../lib/interleaved.ts"
import type { Generator } from "./generator/Generator.ts"
import { membersOf, type Setting } from "./Setting.ts"

const WINDOW = 256
const SECONDS = 4
const PER_SECOND = 100

/**
 * One room full of people, all of whom write and listen: how many messages reach all of them, and how soon at a hundred a
 * second; in turn with the bare server, which keeps nothing.
 */
export const fanout = async (setting: Setting, port: number, owner: Chatter, people: ReadonlyArray<Chatter>) => {
  const { say, given } = setting
  const [window, seconds, rounds] = [given("window", WINDOW), given("seconds", SECONDS), given("rounds", 5)]
  const writers = people.length
  const members = membersOf(people, people.length, () => `Team|${owner.userCode}`)
  const bareServer = await setting.startBare()
  const [product, bare] = [setting.startGenerator(), setting.startGenerator()]
  await product.open({ port, members })
  await bare.open({ port: bareServer.port, members })

  const cpu: Array<number> = []
  const messages: Array<number> = []
  const through = async (generator: Generator, kind: "product" | "bare") => {
    const figures = await generator.saturate({ kind, window, seconds, writers })
    if (figures.refused > 0) say(`${figures.refused} messages were refused`)
    if (kind === "bare") cpu.push(figures.generatorCpu)
    else messages.push(figures.messagesPerSecond)
    return figures.deliveriesPerSecond
  }
  const saturated = await interleaved(
    { product: () => through(product, "product"), bare: () => through(bare, "bare") },
    { rounds, say },
  )
  const soon = async (generator: Generator, kind: "product" | "bare") => {
    const { p99Ms, arrived, refused } = await generator.steady({ kind, perSecond: PER_SECOND, seconds, writers })
    if (arrived < 1) say(`${kind}: ${(arrived * 100).toFixed(2)} % arrived, ${refused} were refused`)
    return p99Ms
  }
  const steady = await interleaved(
    { product: () => soon(product, "product"), bare: () => soon(bare, "bare") },
    { rounds, say },
  )
  product.close()
  bare.close()
  bareServer.close()
  return {
    ratios: {
      fanout_vs_bare_uws: saturated.ratio("product", "bare"),
      fanout_p99_vs_bare: steady.ratio("product", "bare"),
    },
    absolute: {
      fanout_deliveries_per_s: saturated.median("product"),
      bare_deliveries_per_s: saturated.median("bare"),
      fanout_messages_per_s: median(messages),
      fanout_p99_ms: steady.median("product"),
      bare_p99_ms: steady.median("bare"),
      generator_cpu_at_bare_saturation: median(cpu),
    },
  }
}
