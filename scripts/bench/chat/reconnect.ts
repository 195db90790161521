import type { ChatPerson } from "../../testing/chatStage.ts"
import { membersOf, type Setting } from "./Setting.ts"

/** Messages written by the remaining members, over all rooms. */
const PER_SECOND = 20
const SECONDS = 40

/**
 * Drops all connections at once while others write; clients reconnect like the product's client. Measures the time
 * until the last one has caught up, and the latency of members who stayed connected.
 */
export const reconnect = async (
  setting: Setting,
  port: number,
  { owners, people, count }: { owners: ReadonlyArray<ChatPerson>; people: ReadonlyArray<ChatPerson>; count: number },
) => {
  const { say, given } = setting
  const [crowd, writers] = [setting.startGenerator(), setting.startGenerator()]
  await crowd.open({ port, members: membersOf(people, count, () => "") })
  await writers.open({ port, members: membersOf(owners, owners.length, (at) => `Team|${owners[at]?.userCode}`) })
  const [storm, others] = await Promise.all([
    crowd.storm(),
    writers.ask({ perSecond: given("storm-per-second", PER_SECOND), seconds: given("storm-seconds", SECONDS) }),
  ])
  say(`storm: ${storm.failures} tries failed, ${storm.lost} never came back, ${storm.reloads} were told to load anew`)
  crowd.close()
  writers.close()
  return {
    reconnect_storm_recovered_s: storm.lost > 0 ? Number.POSITIVE_INFINITY : storm.recoveredSeconds,
    reconnect_storm_p50_s: storm.p50Seconds,
    reconnect_storm_reloads: storm.reloads,
    reconnect_storm_messages_replayed: storm.replayed,
    reconnect_storm_others_p99_ms: others.p99Ms,
  }
}
