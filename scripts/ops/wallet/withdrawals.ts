import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { PLATFORM_ID, Withdrawals } from "#core/wallet"
import { openWithdrawals } from "#projections/wallet"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, reason, yes } from "../lib/flags.ts"
import { runPlan } from "../lib/plan.ts"
import type { Session } from "../lib/session.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"
import { asOperator } from "./asOperator.ts"
import { amountText } from "./coin.ts"
import { printStops } from "./stops.ts"

const id = Argument.String("withdrawal").pipe(Argument.withDescription("Its id, as list shows it"))

/** Unfinished withdrawals with the step that each waits for. */
const list = Command.make("list", { json }, (flags) =>
  inSession(flags, async (session, output) => {
    await waitUntilCaughtUp(session)
    const open = await session.run(openWithdrawals)
    const { stopped } = await session.run(Withdrawals.use(({ rules }) => rules))
    printStops(output, stopped)
    const codes = await codesOf(session, open)
    output.table(
      open.map(({ withdrawalId, assetTypeId, amount, address, status, at, ...row }) => ({
        withdrawal: withdrawalId,
        from: row.personId === PLATFORM_ID ? "to cold storage" : (codes.get(row.personId) ?? row.personId),
        amount: amountText(String(amount), assetTypeId),
        to: row.isInternal ? `${address} (somebody here)` : address,
        status: row.problem === null ? status : `${status}: ${row.problem}`,
        approvals: row.approvalsNeeded === 0 ? "" : `${row.approvals} of ${row.approvalsNeeded}`,
        asked: at.toISOString(),
      })),
    )
    if (open.length === 0) output.say("No withdrawals are in progress.")
    output.document({
      stopped: [...stopped].map(([assetTypeId, why]) => ({ assetTypeId, reason: why })),
      withdrawals: open.map(({ position: _, ...row }) => ({
        ...row,
        userCode: codes.get(row.personId) ?? null,
        amount: String(row.amount),
        fee: String(row.fee),
      })),
    })
  }),
).pipe(Command.withDescription("Unfinished withdrawals, and what each waits for"))

/** User codes of the owners; deleted accounts have none. */
const codesOf = async ({ sql }: Session, open: ReadonlyArray<{ readonly personId: string }>) => {
  const rows = await sql<Array<{ personId: string; userCode: string }>>`
    select person_id as "personId", user_code as "userCode" from read.account
    where person_id = any(${open.map(({ personId }) => personId)})`
  return new Map(rows.map(({ personId, userCode }) => [personId, userCode]))
}

/** Formats why a command about a withdrawal was refused. */
const PROBLEMS: Readonly<Record<string, string>> = {
  NoWithdrawal: "There is no such withdrawal.",
  TooLate: "It is too late: it was signed already, waits for nobody, or has ended.",
}

type Ask = (
  service: (typeof Withdrawals)["Service"],
) => Effect.Effect<{ readonly position: number }, { readonly _tag: string }>

const act = (
  flags: { readonly json: boolean; readonly yes: boolean; readonly reason?: string },
  step: string,
  ask: Ask,
) =>
  inSession(flags, async (session, output) => {
    if (flags.reason === "") throw new Refused("Give a reason with --reason.", EXIT.usage)
    await runPlan({ yes: flags.yes, output, steps: [step] }, async () => {
      const done = await session.run(
        Withdrawals.use(ask).pipe(
          asOperator,
          Effect.match({ onSuccess: ({ position }) => position, onFailure: ({ _tag }) => _tag }),
        ),
      )
      if (typeof done === "string") throw new Refused(PROBLEMS[done] ?? done, EXIT.failed)
      output.say(done === 0 ? "Nothing changed." : "Done.")
      return { position: done }
    })
  })

const reject = Command.make("reject", { id, reason, yes, json }, (flags) =>
  act(flags, `give up withdrawal ${flags.id}, and free what is set aside: ${flags.reason}`, (service) =>
    service.cancel(flags.id, { operator: true, reason: flags.reason }),
  ),
).pipe(Command.withDescription("Reject a withdrawal that is not signed yet"))

export const withdrawals = Command.make("withdrawals").pipe(
  Command.withDescription("What people have sent out"),
  Command.withSubcommands([list, reject]),
)
