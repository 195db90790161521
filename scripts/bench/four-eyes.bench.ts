import { playFourEyes } from "../../core/operations/testing/playFourEyes.ts"
import { type Bench, goalMax, goalMin } from "./lib/Bench.ts"

const COMMANDS = 100_000
/** Commands of one world: a new one has a fresh team and an empty log. */
const WORLD_COMMANDS = 500

/** `npm run bench -- four-eyes`; `--commands=1000 --first=7` plays fewer of them, from another seed on. */
const bench: Bench = {
  about: "random commands of six operators with forged signatures, races and kills, and an auditor who reads the log",
  goals: [
    goalMax("absolute", "four_eyes_violations", 0),
    goalMin("absolute", "commands", COMMANDS),
    goalMin("absolute", "kills", 500),
  ],
  run: async ({ log, parameters }) => {
    const numberOf = (name: string, otherwise: number) => {
      const given = parameters.map((each) => new RegExp(`^--${name}=(\\d+)$`).exec(each)?.[1]).find(Boolean)
      return given === undefined ? otherwise : Number(given)
    }
    const [commands, first] = [numberOf("commands", COMMANDS), numberOf("first", 1)]
    const sum = { four_eyes_violations: 0, commands: 0, acts: 0, refused: 0, kills: 0 }
    for (let seed = first; sum.commands < commands; seed += 1) {
      const { violations, ...report } = await playFourEyes(seed, Math.min(WORLD_COMMANDS, commands - sum.commands))
      for (const violation of violations) log(`world ${seed}: ${violation}`)
      sum.four_eyes_violations += violations.length
      sum.commands += report.commands
      sum.acts += report.acts
      sum.refused += report.refused
      sum.kills += report.kills
      if ((seed - first) % 10 === 9) log(`${sum.commands} commands, ${sum.acts} acts, ${sum.kills} kills`)
    }
    return { ratios: {}, absolute: sum }
  },
}
export default bench
