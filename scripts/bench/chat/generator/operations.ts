import { type AskInput, ask } from "./ask.ts"
import { Crowd, type MemberOf } from "./Crowd.ts"
import { heartbeat } from "./heartbeat.ts"
import { type SaturateInput, saturate } from "./saturate.ts"
import { postAtRate, type SteadyInput } from "./steady.ts"
import { reconnectAll } from "./storm.ts"

let crowd = new Crowd([])
let port = 0

/** The orders of a generator. */
export const operations = {
  /** Replaces the sockets. Returns the duration in milliseconds. */
  open: async (input: { readonly port: number; readonly members: ReadonlyArray<MemberOf> }): Promise<number> => {
    crowd.drop()
    crowd = new Crowd(input.members)
    port = input.port
    const began = performance.now()
    await crowd.open(port)
    return performance.now() - began
  },
  saturate: (input: SaturateInput) => saturate(crowd, input),
  steady: (input: SteadyInput) => postAtRate(crowd, input),
  ask: (input: AskInput) => ask(crowd, input),
  heartbeat: (input: { readonly seconds: number }) => heartbeat(crowd, input),
  storm: () => reconnectAll(crowd, { port }),
}
export type Operations = typeof operations
