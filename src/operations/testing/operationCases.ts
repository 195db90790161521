import { Effect } from "effect"
import sharp from "sharp"
import { Chains } from "#core/chains"
import { Applications } from "#core/channels"
import { Chats, OPERATOR } from "#core/chat"
import { IdentityChecks, IdentityReviews } from "#core/identity"
import { CurrentMeta, uuidv7 } from "#core/kernel"
import { type CaseTarget, caseIdOf, Moderation } from "#core/moderation"
import { Operators } from "#core/operators"
import { ReleaseChoice } from "#core/releases"
import { policyFormOf, ServiceLevels } from "#core/tickets"
import { listBuilds } from "#projections/runner"
import { run, type Services } from "#src/process/runtime.ts"
import { rss } from "../../../core/feeds/testing/feedsKit.ts"
import type { startFaultServer } from "../../../core/fetch/testing/faultServer.ts"
import { page } from "../../../core/fetch/testing/faults.ts"
import { sampleDocument } from "../../../core/identity/testing/sampleDocument.ts"
import { platformAccount } from "../../../core/ledger/accounts.ts"
import type { LedgerKit } from "../../../core/ledger/testing/ledgerKit.ts"
import { beginWithdrawal } from "../../../core/wallet/withdrawals/testing/beginWithdrawal.ts"
import type { TestTeam } from "../../../scripts/ops/testing/operators.ts"
import type { ApiKit } from "../../api/testing/apiKit.ts"

type Given = Readonly<Record<string, string>>
/** Prepares what an operation is about, as the owner of the tables, and returns its inputs. */
export type OperationCase = () => Promise<Given>

const PROJECTION = "operations"
const reason = "A test of the console"
const day = "2035-01-01"

type Kit = {
  readonly kit: ApiKit
  readonly team: TestTeam
  readonly ledger: LedgerKit
  /** A site with feeds, which the kit may reach. */
  readonly feeds: Awaited<ReturnType<typeof startFaultServer>>
  /** Waits until the read models have all events. */
  readonly settled: () => Promise<void>
}

/** For each operation of the registry, inputs with which it can be carried out; in this order, because some undo others. */
export const operationCases = ({ kit, team, ledger, feeds, settled }: Kit): Readonly<Record<string, OperationCase>> => {
  const [first, second, third] = team.team
  if (first === undefined || second === undefined || third === undefined) throw new Error("three operators, please")
  const make = () => kit.people.make()
  const done = <A, E>(effect: Effect.Effect<A, E, Services>) => run(Effect.orDie(effect))
  const person = async () => ({ person: (await make()).userCode, reason })

  const applicant = async () => {
    const { personId, userCode } = await make()
    const form = { subject: "Harbour Notes", about: "Weekly essays about ports.", links: [], languages: ["en"] }
    await done(Applications.use((applications) => applications.apply(personId, form, false)))
    return { person: userCode }
  }

  const newestBuild = async () => {
    const builds = await listBuilds(kit.sql, PROJECTION)
    return { projection: PROJECTION, build: String(Math.max(...builds.map(({ build }) => build))) }
  }
  const fault = async () => {
    await kit.sql`
      insert into es.fault (name, build, position, park_key, error)
      select name, build, (select max(position) from es.event), ${uuidv7(Date.now())}, 'a test' from es.live
      where name = ${PROJECTION}`
    return { projection: PROJECTION, reason }
  }

  const withdrawal = async () => {
    const { personId } = await make()
    await ledger.deposit(personId, 50_000n)
    return { withdrawal: await beginWithdrawal(ledger, personId) }
  }

  /** Coins that nobody claims. */
  const found = [
    { account: platformAccount("custody", 2), amount: -10_000n },
    { account: platformAccount("suspense", 2), amount: 10_000n },
  ]

  const check = async () => {
    const { personId } = await make()
    const form = { level: 2, fullName: "Anna Eriksson", birthDate: "1974-08-12", country: "SE", hasConsent: true }
    const bytes = await sharp(await sampleDocument(`#${uuidv7(Date.now()).slice(-6)}`)).toBuffer()
    const document = { kind: "passport", side: "front", country: "SE", bytes } as const
    return done(
      IdentityChecks.use((checks) =>
        Effect.gen(function* () {
          yield* checks.begin(personId, form, "en")
          const { docId } = yield* checks.addDocument(personId, document)
          yield* checks.submit(personId)
          const [found] = yield* Effect.promise(
            () => kit.sql<Array<{ checkId: string }>>`
              select substring(stream from 9) as "checkId" from es.event
              where type = 'identity.DocumentAdded.v1' and data->>'docId' = ${docId}`,
          )
          return { checkId: found?.checkId ?? "", docId }
        }),
      ),
    )
  }
  const claimed = async () => {
    const { checkId, docId } = await check()
    await done(IdentityReviews.use((reviews) => reviews.claim(checkId, first.by)))
    const number = checkId.slice(-12)
    await done(IdentityReviews.use((reviews) => reviews.read(checkId, { docId, number, day }, first.by)))
    return checkId
  }
  /** The check of the operations that follow each other. */
  let current = ""

  const report = async (target: CaseTarget) => {
    const { personId: reporterId } = await make()
    const meta = { actor: "system", commandId: uuidv7(Date.now()), correlationId: null, causationId: null }
    const given = { target, reporterId, reason: "Spam", text: "Buy now", reportedMs: Date.now() }
    await run(Moderation.use((moderation) => moderation.report(given)).pipe(Effect.provideService(CurrentMeta, meta)))
    return seen(caseIdOf(target))
  }
  const seen = async (caseId: string) => {
    const found = await run(Moderation.use((moderation) => moderation.find(caseId)))
    return { case: caseId, seen: String(found?.version) }
  }
  const reported = async () =>
    report({
      ...{ kind: "comment", targetId: uuidv7(Date.now()), placeId: uuidv7(Date.now()) },
      ownerId: (await make()).personId,
    })
  const statement = { ground: "terms", reference: "4.2", facts: "It advertises.", review: "90" }
  const takenDown = async () => {
    const found = await reported()
    const reasons = { ground: "terms", reference: "4.2", facts: "It advertises.", reviewDays: 90 } as const
    const by = { by: `operator:${second.operatorId}`, seen: Number(found.seen) }
    await done(Moderation.use(({ takeDown }) => takeDown(found.case, by, reasons)))
    return seen(found.case)
  }
  const chats = <A, E>(use: (service: (typeof Chats)["Service"]) => Effect.Effect<A, E>) => done(Chats.use(use))
  /** A room with a member. */
  const roomWithMember = async () => {
    const [owner, member] = [await make(), await make()]
    const room = { scope: "Subscriber", ownerId: owner.personId } as const
    await chats((service) => service.openRoom({ by: OPERATOR, ...room }))
    await chats((service) => service.grant({ creatorId: owner.personId, personId: member.personId, level: 2 }))
    await chats((service) => service.join({ by: member.personId, room }))
    return { owner, member, room }
  }
  const reportedMessage = async () => {
    const { member, room } = await roomWithMember()
    const message = { by: member.personId, room, clientId: "c1", text: "Buy now", replyTo: null, pictures: [] }
    const { roomId, seq } = await chats((service) => service.post(message))
    const target = { kind: "message", targetId: `${roomId}:${seq}`, placeId: roomId, ownerId: member.personId } as const
    return report(target)
  }
  let membership: Given = {}

  const [OLD, NEW] = ["aaaaaaaaaaaa", "bbbbbbbbbbbb"]
  const releases = async () => {
    for (const build of [OLD, NEW])
      await kit.sql`
        insert into cluster.process (process_id, role, host, pid, build, phase, lag_ms, version, works)
        values (gen_random_uuid(), 'worker', 'h', 1, ${build}, 'ready', 0, '0.9.0', true)`
    const release = { version: "0.9.0", build: OLD }
    await done(ReleaseChoice.use((choice) => choice.chooseStarted(release, true)))
    return { release: NEW, reason }
  }

  const operator = { operator: third.operatorId }
  const machine = { kind: "machine", name: "root" } as const
  const always = (given: Given) => async () => given

  return {
    "channels.startReview": applicant,
    "channels.approveApplication": applicant,
    "channels.rejectApplication": async () => ({ ...(await applicant()), reason: "incomplete", note: "Which page?" }),

    "projections.rebuild": always({ projection: PROJECTION }),
    "projections.verify": newestBuild,
    "projections.switch": async () => ({ ...(await newestBuild()), despite: "" }),
    "projections.rollback": always({ projection: PROJECTION }),
    "projections.pause": always({ projection: PROJECTION, reason }),
    "projections.resume": always({ projection: PROJECTION }),
    "projections.drop": newestBuild,
    "projections.retry": fault,
    "projections.skip": fault,

    "withdrawals.approve": withdrawal,
    "withdrawals.reject": async () => ({ ...(await withdrawal()), reason }),
    "withdrawals.stop": always({ coin: "BTC", reason }),
    "withdrawals.resume": always({ coin: "BTC" }),
    "wallet.resumeChain": async () => {
      // Makes the first block of the demo chain.
      await done(Effect.flatMap(Chains, (chains) => chains.of("BTC").movements(null)))
      await kit.sql`
        insert into wallet.chain (asset_type_id, stage, halted) values (1, 'demo', 'a test')
        on conflict (asset_type_id) do update set halted = excluded.halted`
      return { chain: "BTC", reason }
    },
    "wallet.freeze": person,
    "wallet.unfreeze": person,
    "wallet.settle": async () => {
      await ledger.use((books) => books.transfer({ purpose: "correction", reference: "a test", entries: found }))
      return { coin: "BCH", amount: "0.0001", recipient: (await make()).userCode, reason }
    },
    "withdrawals.setRules": always({ coin: "BTC", rules: "minimum=0.0002", reason }),
    "withdrawals.setFees": always({ minimum: "", maximum: "1", reason }),
    "withdrawals.setLevel": always({ coin: "BTC", limitedLevel: "0", personDaily: "none", reason }),
    "withdrawals.setCreatorLevel": always({ creatorLevel: "1", reason }),
    "wallet.disableAsset": always({ asset: "1" }),
    "wallet.enableAsset": always({ asset: "1" }),

    "feeds.refresh": async () => {
      feeds.serve("/feed.xml", page(rss("The blog", [{ guid: "n1", date: Date.UTC(2026, 0, 1) }])))
      const { body } = await kit.post("/api/Feed/CreateLocalFeed", { url: `${feeds.origin}/feed.xml` })
      return { feed: (body.data["feed"] as { readonly feedId: string }).feedId }
    },

    "identity.claim": async () => {
      current = (await check()).checkId
      return { check: current }
    },
    "identity.release": async () => ({ check: current }),
    "identity.verify": async () => {
      current = await claimed()
      return { check: current, wrongDigits: "refuse" }
    },
    "identity.askResubmission": async () => ({
      ...{ check: await claimed(), document: "", resubmitReasons: "unreadable", reviewNote: "The corner is torn." },
    }),
    "identity.reject": async () => ({
      check: await claimed(),
      rejectReason: "notAccepted",
      reviewNote: "No library card.",
    }),
    "identity.revoke": async () => ({ check: current, revokeReason: "other" }),
    "identity.preserve": async () => ({ check: current, reason }),
    "identity.lift": async () => ({ check: current }),
    "identity.shred": async () => ({ check: current }),
    "identity.setRetention": always({ retention: "aml" }),

    "flags.set": always({ flag: "comments", who: "percent", given: "20", reason }),
    "flags.reset": always({ flag: "comments" }),

    "moderation.claim": async () => ({ case: (await reported()).case }),
    "moderation.release": async () => ({ case: (await reported()).case }),
    "moderation.takeDown": async () => ({ ...(await reported()), ...statement }),
    "moderation.takeDownAndBan": async () => ({ ...(await reportedMessage()), ...statement }),
    "moderation.dismiss": reported,
    "moderation.restore": takenDown,
    "moderation.decideAppeal": async () => {
      const found = await takenDown()
      const { target } = (await run(Moderation.use((moderation) => moderation.find(found.case)))) ?? { target: null }
      await done(Moderation.use(({ appeal }) => appeal(found.case, target?.ownerId ?? "", "It quotes a song.")))
      return { ...(await seen(found.case)), outcome: "granted", answer: "It is a quotation." }
    },
    "chat.ban": async () => {
      const { owner, member } = await roomWithMember()
      membership = { creator: owner.userCode, scope: "Subscriber", person: member.userCode }
      return membership
    },
    "chat.unban": async () => membership,

    "reveals.allow": always({ ...operator, reason }),
    "people.endSessions": person,
    "people.erase": person,
    "tickets.setServiceLevels": async () => {
      const levels = policyFormOf(await run(ServiceLevels.use((service) => service.current)))
      return { ...levels, holidays: "2027-01-01" }
    },

    "releases.choose": releases,
    "releases.rollBack": always({ reason }),

    "operators.grantRole": always({ ...operator, role: "moderator" }),
    "operators.refuseRole": async () => {
      const propose = Operators.use(({ grant }) => grant(third.operatorId, "support", machine))
      await team.run(team.as(first, Effect.orDie(propose)))
      await settled()
      return { ...operator, role: "support" }
    },
    "operators.revokeRole": always({ ...operator, role: "moderator" }),
    "operators.suspend": always({ ...operator, reason }),
    "operators.restore": always(operator),
    "operators.link": async () => ({ ...operator, person: (await make()).userCode }),
    "operators.openGlass": always({ operator: first.operatorId, reason }),
    "operators.endGlass": always({ operator: first.operatorId }),
    "operators.reviewGlass": always({ operator: first.operatorId, note: "Looked at it" }),
  }
}
