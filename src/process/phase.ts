/** The life of a process, as its probes report it. `draining`: it still serves, but nothing new should be sent to it. */
export type Phase = "starting" | "serving" | "draining"

let phase: Phase = "starting"
const listeners = new Set<(forMs: number) => void>()

export const currentPhase = (): Phase => phase

/** Called once when the process began to serve. */
export const enterServing = (): void => {
  phase = "serving"
}

/** Called once when the process was asked to stop. @param forMs how long it still serves */
export const enterDraining = (forMs: number): void => {
  phase = "draining"
  for (const listener of listeners) listener(forMs)
}

const handOvers = new Set<(idleMs: number) => Promise<void>>()

/**
 * Stops accepting, because another process accepts from the same socket now. Settles when the last connection ended.
 * @param idleMs how long connections without a request are kept, so that none is closed under a request on its way
 */
export const handOver = async (idleMs: number): Promise<void> => {
  enterDraining(idleMs)
  await Promise.all([...handOvers].map((listener) => listener(idleMs)))
}

/** Registers the server that can hand its connections over. Returns a function that forgets it. */
export const onHandOver = (listener: (idleMs: number) => Promise<void>): (() => void) => {
  handOvers.add(listener)
  return () => void handOvers.delete(listener)
}

/** Calls a function when the process begins to drain. Returns a function that forgets it. */
export const onDraining = (listener: (forMs: number) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export type ProbeAnswer = { readonly status: 200 | 503; readonly body: string }

/**
 * Answers of probes, null for other paths. `/livez` answers while the event loop does, and never asks the database: its
 * outage must not restart everything. `/startupz` answers once the process serves. `/readyz` refuses while it starts
 * and drains.
 */
export const answerProbe = (path: string): ProbeAnswer | null => {
  if (path === "/livez") return answer(200, "alive")
  if (path === "/startupz") return phase === "starting" ? answer(503, phase) : answer(200, "started")
  if (path === "/readyz") return phase === "serving" ? answer(200, "ready") : answer(503, phase)
  return null
}

const answer = (status: ProbeAnswer["status"], what: string): ProbeAnswer => ({
  status,
  body: JSON.stringify({ status: what }),
})
