import type { SqlClient } from "#core/kernel"
import type { CuttingProxy } from "../../core/kernel/testing/cuttingProxy.ts"
import type { Dice } from "./Dice.ts"
import type { WalletProcess } from "./WalletProcess.ts"

/** The targets of kills. */
export type Victims = {
  readonly sql: SqlClient
  readonly proxy: CuttingProxy
  readonly processes: ReadonlyArray<WalletProcess>
  /** The process that is a separate process of the system, if there is one. */
  readonly child: WalletProcess | null
}

type Kill = {
  readonly name: string
  readonly weight: number
  /** Called before the burst: the answer to the next statement with this text is lost. */
  readonly arm?: (victims: Victims, text: string) => void
  /** Called in the middle of the burst. Returns the number of targets hit. */
  readonly strike?: (victims: Victims, dice: Dice) => Promise<number>
}

const terminate = async ({ sql, processes }: Victims, dice: Dice, most: number) => {
  const rows = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = any(${processes.map(({ name }) => name)})
    order by state = 'idle', pid limit ${dice.between(1, most)}`
  return rows.length
}

/** All kinds of kills. A new one is one more row. */
export const KILLS: ReadonlyArray<Kill> = [
  { name: "connections ended", weight: 6, strike: (victims, dice) => terminate(victims, dice, 4) },
  {
    name: "answers lost",
    weight: 3,
    arm: ({ proxy }, text) => proxy.loseAnswerTo(text),
  },
  {
    name: "words lost",
    weight: 3,
    arm: ({ proxy }, text) => proxy.loseWordsWith(text),
  },
  {
    name: "runtimes crashed",
    weight: 4,
    strike: async ({ processes, child }, dice) => {
      const victim = dice.pick(processes.filter((process) => process !== child))
      await victim.crash()
      return 1
    },
  },
  {
    name: "processes killed",
    weight: 2,
    strike: async ({ child }) => {
      await child?.crash()
      return child === null ? 0 : 1
    },
  },
]

/** Waits until no statement of a killed process still runs on the server. */
export const untilQuiet = async (sql: SqlClient, names: ReadonlyArray<string>): Promise<void> => {
  for (;;) {
    const busy = await sql`
      select from pg_stat_activity where datname = current_database() and application_name = any(${[...names]})
        and state <> 'idle'`
    if (busy.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}
