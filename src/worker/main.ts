import { Effect, Layer, Metric, Option } from "effect"
import { AccountDeletion, Attempts, Browsers, Sessions, TwoSteps } from "#core/accounts"
import { CHAIN_NAMES, SimWorlds, WalletSigner } from "#core/chains"
import { Feeds, feedChecks, secondReadings } from "#core/feeds"
import { Listening, ReadingHistory, ReadMarks } from "#core/follows"
import { ContinuedFeeds, Imports } from "#core/imports"
import { AppConfig, ensurePartitions, Log, Sql } from "#core/kernel"
import { Ledger, proveLog } from "#core/ledger"
import { Assistant } from "#core/library"
import { Mail, SenderCheck, serveMail } from "#core/mail"
import { Uploads } from "#core/media"
import { Bounces, bounceRoute } from "#core/newsletters"
import { Autosaves, LinkCards, MailLinkUses, MemberFeeds } from "#core/publishing"
import { PayoutApprovals, PayoutProcessor, Rates } from "#core/wallet"
import { listDueRemovals } from "#projections/accounts"
import { CopyFollower } from "#projections/library"
import { ProjectionRunner } from "#projections/runner"
import { measureRuleOf } from "#src/process/metrics/mayMeasure.ts"
import { projections } from "../../projections/registry.ts"
import { isWorking } from "../process/duty.ts"
import { runRole } from "../process/lifecycle.ts"
import { openProbe } from "../process/metrics/openProbe.ts"
import { processMetrics } from "../process/metrics/processMetrics.ts"
import { renderLibrary } from "../process/metrics/renderLibrary.ts"
import { clusterOf, ServicesLayer } from "../process/runtime.ts"
import { atTicks } from "./atTicks.ts"
import { buildTasks } from "./builds/runBuildTasks.ts"
import { endChecks, shredDocuments, sweepDocuments } from "./identity/endChecks.ts"
import { keepDuty } from "./keepDuty.ts"
import { examineUploads } from "./media/examineUploads.ts"
import { sweepPictures } from "./media/sweepPictures.ts"
import { pushMessages } from "./messages/pushMessages.ts"
import { pushNews } from "./news/pushNews.ts"
import { sendNewsletters } from "./newsletters/sendNewsletters.ts"
import { checkLeaks, leakChecks } from "./posts/leaks/checkLeaks.ts"
import { publishDuePosts } from "./posts/publishDuePosts.ts"
import { mailProof } from "./proofs/mailProof.ts"
import { proofRecorder } from "./proofs/recordProof.ts"
import { breakGlassReactor } from "./reactors/breakGlass.ts"
import { closeIdentityReactor } from "./reactors/closeIdentity.ts"
import { eraseAccountReactor } from "./reactors/eraseAccount.ts"
import { erasePostsReactor } from "./reactors/erasePosts.ts"
import { forgetChannelsReactor } from "./reactors/forgetChannels.ts"
import { forgetChatReactor } from "./reactors/forgetChat.ts"
import { forgetCommentsReactor } from "./reactors/forgetComments.ts"
import { forgetFollowsReactor } from "./reactors/forgetFollows.ts"
import { forgetImportsReactor } from "./reactors/forgetImports.ts"
import { forgetNewslettersReactor } from "./reactors/forgetNewsletters.ts"
import { itemRulesReactor } from "./reactors/itemRules.ts"
import { mailReactor } from "./reactors/mail/mail.ts"
import { attachMediaReactor, eraseMediaReactor, removeMediaReactor } from "./reactors/media.ts"
import { applyMeasuresReactor, forgetCasesReactor, openCasesReactor } from "./reactors/moderation.ts"
import { moveFollowersReactor } from "./reactors/moveFollowers.ts"
import { newslettersReactor } from "./reactors/newsletters.ts"
import { noticesReactor } from "./reactors/notices.ts"
import { erasePicturesReactor, removePicturesReactor } from "./reactors/pictures.ts"
import { pledgeNoticesReactor } from "./reactors/pledgeNotices.ts"
import { erasuresFileOf, recordErasuresReactor } from "./reactors/recordErasures.ts"
import { outsideFileOf, recordOutsideReactor } from "./reactors/recordOutside.ts"
import { scheduleReactor } from "./reactors/schedule.ts"
import { storiesReactor } from "./reactors/stories.ts"
import {
  forgetPayersReactor,
  leaveRulesReactor,
  retryRenewalsReactor,
  scheduleRemindersReactor,
} from "./reactors/subscriptions.ts"
import { forgetTicketsReactor, ticketDuesReactor } from "./reactors/tickets.ts"
import {
  endFreeAccess,
  offerFreeSeats,
  provePaydays,
  remindPayers,
  retryMissedRules,
  returnUnclaimedGifts,
  runPayday,
  settleDueRules,
} from "./subscriptions/runSubscriptions.ts"
import { advanceTickets } from "./tickets/advanceTickets.ts"
import { sweepAttachments } from "./tickets/sweepAttachments.ts"
import { ticketMailRoute } from "./tickets/ticketMailRoute.ts"
import { expireHolds } from "./wallet/expireHolds.ts"
import { chainFindings, reconcileChains } from "./wallet/reconcileChains.ts"
import { reconcileFully } from "./wallet/reconcileFully.ts"
import { signedApprovals } from "./wallet/signedApprovals.ts"
import { watchChains } from "./wallet/watchChains.ts"

/** Processes the withdrawals of every chain; an unavailable chain does not block the others. */
const sendWithdrawals = Effect.gen(function* () {
  const [work, signer] = [yield* PayoutProcessor, yield* WalletSigner]
  const approvals = yield* signedApprovals
  yield* Effect.forEach(CHAIN_NAMES, (name) => work.step(name, signer), { discard: true }).pipe(
    Effect.provideService(PayoutApprovals, approvals),
  )
})

/** Interval of polling due feeds. */
const FEEDS_CRON = "*/5 * * * * *"
/** Intervals of reading the news that hubs sent, and of renewing due hub leases. */
const HUB_NEWS_CRON = "*/2 * * * * *"
const HUBS_CRON = "*/10 * * * * *"
/** News and hubs per tick. */
const HUB_NEWS_MAX = 256
const HUBS_MAX = 64
/** Interval of creating the next partition of the log, long before it is needed. */
const PARTITIONS_CRON = "17 * * * *"
/** When old headlines are deleted that new items are no longer compared with. */
const HEADLINES_CRON = "23 4 * * *"
/** When old read marks are deleted. */
const MARKS_CRON = "29 2 * * *"
/** When old cached answers of the assistant are deleted. */
const ASSIST_CRON = "41 3 * * *"

/** Intervals of sending due mail and newsletters; and when old mail is deleted. */
const MAIL_CRON = "*/2 * * * * *"
const NEWSLETTERS_CRON = "*/2 * * * * *"
const OLD_MAIL_CRON = "53 4 * * *"
/** Interval of deleting uploaded pictures that no message uses. */
const PICTURES_CRON = "11 * * * *"
/** Interval of examining uploaded files, and of deleting uploads that were never finished. */
const UPLOADS_CRON = "* * * * * *"
const OLD_UPLOADS_CRON = "7 * * * *"
/** Interval of working on imports, of looking for new items of continued feeds, and of ending imports that nobody decides about. */
const IMPORTS_CRON = "*/2 * * * * *"
const CONTINUED_FEEDS_CRON = "*/10 * * * * *"
const OLD_IMPORTS_CRON = "47 4 * * *"
/** Interval of pushing new messages to people without an open page. */
const MESSAGES_CRON = "*/5 * * * * *"
/** Interval of pushing library news to due browsers. */
const NEWS_CRON = "20 * * * * *"

/** Interval of publishing scheduled posts, and of opening levels. */
const POSTS_CRON = "*/5 * * * * *"
/** Interval of looking for texts for subscribers in public answers. */
const LEAKS_CRON = "47 * * * *"

/** Interval of checking whether rates are due. */
const RATES_CRON = "*/5 * * * * *"
/** Interval of scanning the chains for deposits. */
const DEPOSITS_CRON = "*/2 * * * * *"
/** Interval of processing withdrawals. */
const WITHDRAWALS_CRON = "*/2 * * * * *"
/** Interval of comparing the books with the chains. */
const RECONCILE_CRON = "*/5 * * * * *"
/** When the nightly full reconciliation runs. */
const RECONCILE_FULLY_CRON = "37 2 * * *"
/** Interval of releasing expired holds. */
const HOLDS_CRON = "*/5 * * * * *"
/** Interval of proving new log entries. */
const PROOFS_CRON = "40 * * * * *"
/** Interval of checking whether today's proof was mailed. */
const PROOF_MAIL_CRON = "*/5 * * * *"
/** Interval of checking whether a demo chain should mine a block. */
const DEMO_BLOCKS_CRON = "*/2 * * * * *"
/** Interval of flushing the entries of hot accounts into their balances. */
const LEDGER_CRON = "*/2 * * * * *"

/** Intervals of renewing subscriptions that are due, of charging missed renewals again, and of paying creators. */
const RULES_CRON = "*/2 * * * * *"
const MISSED_RULES_CRON = "47 * * * *"
const PAYDAY_CRON = "20 * * * *"
/** Interval of proving what was paid out. */
const PAYDAY_PROOFS_CRON = "35 * * * *"
/** Interval of reminding payers of renewals. */
const REMINDERS_CRON = "11 * * * *"
/** Interval of offering free premium seats to people who wait. */
const SEATS_CRON = "*/10 * * * * *"

/** Interval of letting held answers go, and of closing solved tickets. */
const TICKETS_CRON = "* * * * * *"
/** Intervals of ending identity checks whose time is over, and of shredding images; and when lost uploads are shredded. */
const CHECKS_CRON = "13 * * * *"
const SHRED_CRON = "*/30 * * * * *"
const LOST_DOCUMENTS_CRON = "17 5 * * *"

/** Interval of looking for tasks about read models. */
const BUILDS_CRON = "* * * * * *"
/** Interval of deleting ended sessions, unused browsers and old sign-in attempts. */
const ACCOUNTS_CRON = "29 * * * *"

/** Interval of completing due removals of second steps. */
const STEP_REMOVALS_CRON = "35 * * * * *"

/** Keeps read models current and runs the reactors. */
const Projections = Layer.unwrap(
  Effect.gen(function* () {
    const log = yield* Log
    const { backupDir } = yield* AppConfig
    return ProjectionRunner.layer({
      projections,
      reactors: [
        yield* scheduleReactor,
        yield* storiesReactor,
        ...(backupDir === undefined
          ? []
          : [recordErasuresReactor(erasuresFileOf(backupDir)), recordOutsideReactor(outsideFileOf(backupDir))]),
        yield* eraseAccountReactor,
        yield* closeIdentityReactor,
        yield* mailReactor,
        yield* breakGlassReactor,
        yield* noticesReactor,
        yield* erasePicturesReactor,
        yield* removePicturesReactor,
        yield* attachMediaReactor,
        yield* eraseMediaReactor,
        yield* removeMediaReactor,
        yield* forgetFollowsReactor,
        yield* itemRulesReactor,
        yield* forgetChannelsReactor,
        yield* erasePostsReactor,
        yield* forgetCommentsReactor,
        yield* forgetChatReactor,
        yield* forgetNewslettersReactor,
        yield* forgetImportsReactor,
        yield* newslettersReactor,
        yield* moveFollowersReactor,
        yield* retryRenewalsReactor,
        yield* scheduleRemindersReactor,
        yield* leaveRulesReactor,
        yield* forgetPayersReactor,
        yield* pledgeNoticesReactor,
        yield* ticketDuesReactor,
        yield* forgetTicketsReactor,
        yield* openCasesReactor,
        yield* applyMeasuresReactor,
        yield* forgetCasesReactor,
      ],
      mayReact: isWorking,
      log: (level, message, details) => log[level](details, message),
    })
  }),
)

/** Pushes library news, and logs the outcome if there were recipients. */
const reportNews = Effect.tap(pushNews(), (outcomes) =>
  Object.values(outcomes).some((count) => count > 0) ? Effect.logInfo("library news pushed", outcomes) : Effect.void,
)

/** Removes second steps after the objection period of a removal that was requested by mail. */
const removeSteps = Effect.flatMap(listDueRemovals(), (personIds) =>
  Effect.forEach(personIds, (personId) => TwoSteps.use((steps) => steps.completeRemoval(personId))),
)

/** Fetches due rates, and logs prices that had none. */
const takeRates = Effect.flatMap(
  Rates.use(({ takeDue }) => takeDue),
  Option.match({
    onNone: () => Effect.void,
    onSome: ({ snapshotId, rates, withoutRate, failures }) =>
      withoutRate.length + failures.length > 0
        ? Effect.logWarning("prices without a rate", { withoutRate, failures, rates: rates.length })
        : Effect.logInfo("rates taken", { snapshotId, rates: rates.length }),
  }),
)

/** Deletes expired data of accounts. */
const sweepAccounts = Effect.gen(function* () {
  yield* (yield* Sessions).sweep
  yield* (yield* Attempts).sweep
  yield* (yield* Browsers).sweep
  yield* (yield* AccountDeletion).sweep
})

/** Mines due blocks on the demo chains. */
const mineDemoChains = Effect.gen(function* () {
  const [{ simBlockSeconds }, worlds] = [yield* AppConfig, yield* SimWorlds]
  yield* Effect.forEach(CHAIN_NAMES, (name) => worlds.of(name).mineDue(simBlockSeconds), { discard: true })
})

const Jobs = Layer.effectDiscard(
  Effect.gen(function* () {
    const feeds = yield* Feeds
    yield* atTicks("feeds", FEEDS_CRON, feeds.checkDue(Number.POSITIVE_INFINITY))
    yield* atTicks("hub news", HUB_NEWS_CRON, feeds.readHubDeliveries(HUB_NEWS_MAX))
    yield* atTicks("hubs", HUBS_CRON, feeds.subscribeDueHubs(HUBS_MAX))
    yield* atTicks("headlines", HEADLINES_CRON, feeds.forgetHeadlines)
    yield* atTicks("partitions", PARTITIONS_CRON, ensurePartitions())
    yield* atTicks("accounts", ACCOUNTS_CRON, sweepAccounts)
    yield* atTicks("news", NEWS_CRON, reportNews)
    yield* atTicks("messages", MESSAGES_CRON, pushMessages())
    const mail = yield* Mail
    yield* atTicks("mail", MAIL_CRON, mail.sendDue)
    yield* atTicks("newsletters", NEWSLETTERS_CRON, sendNewsletters)
    yield* atTicks("old mail", OLD_MAIL_CRON, mail.sweep)
    yield* atTicks("old bounces", OLD_MAIL_CRON, (yield* Bounces).sweep)
    yield* atTicks("pictures", PICTURES_CRON, sweepPictures)
    yield* atTicks("attachments of tickets", PICTURES_CRON, sweepAttachments)
    yield* atTicks("uploads", UPLOADS_CRON, examineUploads)
    yield* atTicks("old uploads", OLD_UPLOADS_CRON, (yield* Uploads).sweep)
    const imports = yield* Imports
    yield* atTicks("imports", IMPORTS_CRON, imports.work)
    yield* atTicks("continued feeds", CONTINUED_FEEDS_CRON, (yield* ContinuedFeeds).work)
    yield* atTicks("old imports", OLD_IMPORTS_CRON, imports.sweep)
    yield* atTicks("step removals", STEP_REMOVALS_CRON, removeSteps)
    yield* atTicks("read marks", MARKS_CRON, (yield* ReadMarks).sweep)
    yield* atTicks("listening", MARKS_CRON, (yield* Listening).sweep)
    yield* atTicks("reading history", MARKS_CRON, (yield* ReadingHistory).sweep)
    yield* atTicks("posts", POSTS_CRON, publishDuePosts)
    yield* atTicks("leaks", LEAKS_CRON, checkLeaks)
    yield* atTicks("uses of private feeds", MARKS_CRON, (yield* MemberFeeds).sweep)
    yield* atTicks("uses of mail links", MARKS_CRON, (yield* MailLinkUses).sweep)
    const cards = yield* LinkCards
    yield* atTicks("link cards", POSTS_CRON, cards.fetchDue)
    yield* atTicks("old link cards", MARKS_CRON, cards.sweep)
    yield* atTicks("autosaves", MARKS_CRON, (yield* Autosaves).sweep)
    yield* atTicks("ledger", LEDGER_CRON, (yield* Ledger).flushHotEntries)
    yield* atTicks("holds", HOLDS_CRON, expireHolds)
    yield* atTicks("rates", RATES_CRON, takeRates)
    yield* atTicks("deposits", DEPOSITS_CRON, watchChains)
    yield* atTicks("withdrawals", WITHDRAWALS_CRON, sendWithdrawals)
    yield* atTicks("reconciliation", RECONCILE_CRON, reconcileChains)
    const { client: sql } = yield* Sql
    const { backupDir } = yield* AppConfig
    const recordProof = backupDir === undefined ? async () => {} : proofRecorder(sql, backupDir)
    yield* atTicks(
      "log proofs",
      PROOFS_CRON,
      Effect.promise(async () => {
        await proveLog(sql)
        await recordProof()
      }),
    )
    yield* atTicks("mail of proofs", PROOF_MAIL_CRON, mailProof)
    yield* atTicks("full reconciliation", RECONCILE_FULLY_CRON, reconcileFully())
    yield* atTicks("subscriptions", RULES_CRON, settleDueRules)
    yield* atTicks("free access", RULES_CRON, endFreeAccess)
    yield* atTicks("premium seats", SEATS_CRON, offerFreeSeats)
    yield* atTicks("renewal reminders", REMINDERS_CRON, remindPayers)
    yield* atTicks("missed renewals", MISSED_RULES_CRON, retryMissedRules())
    yield* atTicks("unclaimed gifts", MISSED_RULES_CRON, returnUnclaimedGifts)
    yield* atTicks("payday", PAYDAY_CRON, runPayday)
    yield* atTicks("payday proofs", PAYDAY_PROOFS_CRON, provePaydays)
    yield* atTicks("tickets", TICKETS_CRON, advanceTickets)
    yield* atTicks("demo blocks", DEMO_BLOCKS_CRON, mineDemoChains)
    yield* atTicks("identity checks", CHECKS_CRON, endChecks)
    yield* atTicks("identity documents", SHRED_CRON, shredDocuments)
    yield* atTicks("lost identity documents", LOST_DOCUMENTS_CRON, sweepDocuments)
    yield* atTicks("builds", BUILDS_CRON, yield* buildTasks)
    yield* atTicks("assist", ASSIST_CRON, (yield* Assistant).sweep)
  }),
)

/** Receives bounces of newsletters and replies to support, if the configuration sets a port and a domain. */
const MailPort = Layer.effectDiscard(
  Effect.gen(function* () {
    const { host, bouncePort, bounceDomain, bounceTls } = yield* AppConfig
    if (bouncePort === undefined || bounceDomain === undefined) return
    yield* serveMail(host, bouncePort, [yield* bounceRoute, yield* ticketMailRoute], bounceTls ?? null)
  }),
).pipe(Layer.provide(SenderCheck.layer))

/** Keeps the search cluster current, if one is configured. */
const SearchCopies = Layer.unwrap(
  Effect.gen(function* () {
    const [cluster, log] = [clusterOf(yield* AppConfig), yield* Log]
    return cluster === undefined ? Layer.empty : CopyFollower(cluster, (message) => log.error(message))
  }),
)

/** Serves health and metrics of the worker, if the configuration sets a port. */
const Probe = Layer.effectDiscard(
  Effect.gen(function* () {
    const settings = yield* AppConfig
    const { host, workerPort } = settings
    if (workerPort === undefined) return
    const services = yield* Effect.context<Effect.Services<typeof renderLibrary>>()
    const registry = processMetrics()
    registry.total("quire_feed_checks_total", "Looks at feeds, by what came of them.", () =>
      [...Effect.runSync(Metric.value(feedChecks)).occurrences].map(([outcome, count]) => [{ outcome }, count]),
    )
    registry.total(
      "quire_feed_second_readings_total",
      "Documents offered to feedparser, by whether it found items.",
      () =>
        [...Effect.runSync(Metric.value(secondReadings)).occurrences].map(([outcome, count]) => [{ outcome }, count]),
    )
    registry.total("quire_chain_findings_total", "What was found when the books were held beside the chains.", () =>
      [...Effect.runSync(Metric.value(chainFindings)).occurrences].map(([words, count]) => {
        const [chain = "", finding = ""] = words.split(" ")
        return [{ chain, finding }, count]
      }),
    )
    registry.total("quire_leak_checks_total", "Answers searched for texts for subscribers, by what came of it.", () =>
      [...Effect.runSync(Metric.value(leakChecks)).occurrences].map(([outcome, count]) => [{ outcome }, count]),
    )
    const measure = measureRuleOf(settings)
    const render = async () => registry.render() + (await Effect.runPromise(Effect.provide(renderLibrary, services)))
    yield* Effect.acquireRelease(
      Effect.promise(() => openProbe({ host, port: workerPort, measure, render })),
      (probe) => Effect.promise(probe.close),
    )
  }),
)

runRole(
  "worker",
  Layer.mergeAll(Jobs, Projections, SearchCopies, MailPort, Probe, Layer.effectDiscard(keepDuty)).pipe(
    Layer.provide(WalletSigner.layerConfigured),
    Layer.provide(ServicesLayer),
  ),
)
