import type { ChatPerson } from "../../testing/chatStage.ts"
import { interleaved, median } from "../lib/interleaved.ts"
import type { Generator } from "./generator/Generator.ts"
import { membersOf, type Setting } from "./Setting.ts"

/**
 * Concurrent messages; each server gets its best window. The bare one is fastest with 32, the product needs more
 * because it waits for commits.
 */
const WINDOWS = [16, 32, 64, 128, 256, 512] as const
const TRIAL_SECONDS = 1
const SECONDS = 4
const PER_SECOND = 100

/**
 * One room where everyone writes and listens: deliveries per second and latency at 100 messages a second, alternating
 * with the bare server.
 */
export const fanout = async (setting: Setting, port: number, owner: ChatPerson, people: ReadonlyArray<ChatPerson>) => {
  const { log, given } = setting
  const [seconds, rounds] = [given("seconds", SECONDS), given("rounds", 5)]
  const writers = people.length
  const members = membersOf(people, people.length, () => `Team|${owner.userCode}`)
  const bareServer = await setting.startBare()
  const [product, bare] = [setting.startGenerator(), setting.startGenerator()]
  await product.open({ port, members })
  await bare.open({ port: bareServer.port, members })

  const bestWindow = async (generator: Generator, kind: "product" | "bare") => {
    const trials: Array<readonly [deliveries: number, window: number]> = []
    for (const window of WINDOWS) {
      const trial = await generator.saturate({ kind, window, seconds: TRIAL_SECONDS, writers })
      trials.push([trial.deliveriesPerSecond, window])
    }
    const [best] = trials.toSorted(([one], [other]) => other - one)
    log(`${kind}: ${trials.map(([deliveries, window]) => `${window}: ${Math.round(deliveries)}`).join(", ")}`)
    return best?.[1] ?? WINDOWS[0]
  }
  const windows = { product: await bestWindow(product, "product"), bare: await bestWindow(bare, "bare") }

  const cpu: Array<number> = []
  const messages: Array<number> = []
  const through = async (generator: Generator, kind: "product" | "bare") => {
    const figures = await generator.saturate({ kind, window: windows[kind], seconds, writers })
    if (figures.refused > 0) log(`${figures.refused} messages were refused`)
    if (kind === "bare") cpu.push(figures.generatorCpu)
    else messages.push(figures.messagesPerSecond)
    return figures.deliveriesPerSecond
  }
  const saturated = await interleaved(
    { product: () => through(product, "product"), bare: () => through(bare, "bare") },
    { rounds, log },
  )
  const soon = async (generator: Generator, kind: "product" | "bare") => {
    const { p99Ms, arrived, refused } = await generator.steady({ kind, perSecond: PER_SECOND, seconds, writers })
    if (arrived < 1) log(`${kind}: ${(arrived * 100).toFixed(2)} % arrived, ${refused} were refused`)
    return p99Ms
  }
  const steady = await interleaved(
    { product: () => soon(product, "product"), bare: () => soon(bare, "bare") },
    { rounds, log },
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
