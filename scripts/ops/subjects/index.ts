import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { AccountDeletion } from "#core/accounts"
import { CurrentMeta, eraseSubject, isUuid } from "#core/kernel"
import { closeWallet } from "#core/wallet"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { operatorName, runPlan } from "../lib/plan.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"

const subject = Argument.String("subject").pipe(Argument.withDescription("The person's UUID"))

/** Erases a person's sealed data permanently. Safe to repeat: completes an interrupted erasure. */
const erase = Command.make("erase", { subject, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    if (!isUuid(flags.subject)) throw new Refused("A subject is named by a UUID.", EXIT.usage)
    const id = flags.subject.toLowerCase()
    const [found] = await session.sql<
      Array<{ events: number; known: boolean; key: boolean; announced: boolean; account: boolean; wallet: boolean }>
    >`
      select count(*) as events,
        exists (select from es.subject_key where subject_id = ${id}) as known,
        exists (select from es.subject_key where subject_id = ${id} and wrapped is not null) as key,
        exists (select from es.stream where stream = ${`subject-${id}`}) as announced,
        exists (select from es.stream where stream = ${`account-${id}`}) and not exists (select from es.event
          where stream = ${`account-${id}`} and type = 'accounts.AccountDeleted.v1') as account,
        exists (select from es.stream where stream = ${`account-${id}`})
          and not exists (select from wallet.closed_owner where owner = ${id}) as wallet
      from es.event where subject_id = ${id}`
    const { events = 0, known, key, announced, account, wallet } = found ?? {}
    // An erasure cannot be undone, so an unknown name is refused.
    if (events === 0 && !known && !announced) throw new Refused(`Neither a key nor an event belongs to subject ${id}.`)
    const steps = [
      ...(account ? [`delete the account of person ${id}: its sessions end, its address and user name are free`] : []),
      ...(wallet ? [`close the wallet of person ${id}: what is left in it, nobody can reach any more`] : []),
      ...(key || !known
        ? [`drop the key of subject ${id}: what ${events} events hold of the person can never be read again`]
        : []),
      ...(announced ? [] : ["append SubjectErased, so that every read model forgets what it copied"]),
    ]
    await runPlan({ yes: flags.yes, output, steps }, async () => {
      const meta = { actor: operatorName(), commandId: null, correlationId: null, causationId: null }
      const act = Effect.gen(function* () {
        const deletion = yield* AccountDeletion
        // This runs first, because the key is needed to find the addresses that become free.
        if (account) yield* deletion.delete(id)
        const left = wallet ? yield* closeWallet(id) : []
        const erased = yield* eraseSubject(id)
        if (account) yield* deletion.erase(id)
        return { ...erased, left }
      })
      const { hadKey, left } = await session.run(act.pipe(Effect.provideService(CurrentMeta, meta)))
      await waitUntilCaughtUp(session)
      output.say(`Subject ${id} is erased.`)
      for (const { account, posted, held } of left)
        output.say(`Left on ${account}: ${posted} units, ${held} of them set aside. No one can access them any more.`)
      return { subject: id, hadKey, left }
    })
  }),
).pipe(Command.withDescription("Erase a person's sealed data permanently"))

export const subjects = Command.make("subjects").pipe(
  Command.withDescription("People whose personal data is sealed"),
  Command.withSubcommands([erase]),
)
