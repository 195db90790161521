import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { type AccountServices, AccountsLayer, Secrets } from "#core/accounts"
import { Chains, SimWorlds } from "#core/chains"
import { Applications, ChannelMoves, Channels, CreatorInvitations, FeedClaims } from "#core/channels"
import { Chats, type Creators, Entitlements, LinkPreviews } from "#core/chat"
import { FeedReader, Feeds, ItemParts, PollSchedule } from "#core/feeds"
import { Fetcher, MediaFetcher, PushClient, userAgentOf } from "#core/fetch"
import { Flags } from "#core/flags"
import { Follows, Listening, ReadingHistory, ReadMarks, SavedSearches } from "#core/follows"
import { IdentityChecks, IdentityReviews } from "#core/identity"
import { ContinuedFeeds, Imports } from "#core/imports"
import {
  AppConfig,
  type AppSettings,
  type EventStore,
  Hints,
  Log,
  PostgresEventStore,
  Replicas,
  Sealing,
  Sql,
} from "#core/kernel"
import { Ledger } from "#core/ledger"
import { Assistant } from "#core/library"
import { Mail } from "#core/mail"
import { MediaStorage, MessageFiles, Pictures, StoredFiles, UploadLocks, Uploads } from "#core/media"
import { Moderation, ReporterMarks, WithheldPictures } from "#core/moderation"
import { type NewsletterServices, NewslettersLayer } from "#core/newsletters"
import { MessagePush, NewsPush, Notices } from "#core/notifications"
import {
  type AttachableMedia,
  Autosaves,
  Comments,
  LeakProbes,
  Likes,
  LinkCards,
  MailLinkUses,
  MediaAccess,
  MediaFiles,
  MediaLinks,
  MemberFeeds,
  PostMailLinks,
  Posts,
} from "#core/publishing"
import { ReleaseChoice } from "#core/releases"
import {
  Forwards,
  FreeAccess,
  Gifts,
  PaydayProofs,
  Paydays,
  Pledges,
  PremiumOffers,
  PreviewCounts,
  prepaidRulesLayer,
  Rehearsals,
  Subscriptions,
} from "#core/subscriptions"
import { Attachments, Macros, ReplyAddresses, ServiceLevels, Support, TicketDues, Tickets } from "#core/tickets"
import {
  AccountClosing,
  AddressBooks,
  Assets,
  ColdStorage,
  DepositAddresses,
  DepositWatch,
  Donations,
  PayoutProcessor,
  RateSources,
  Rates,
  Reconciliation,
  WithdrawalPasswords,
  Withdrawals,
} from "#core/wallet"
import { creatorsLayer } from "#projections/chat"
import { feedArchiveLayer } from "#projections/feeds"
import { type SearchIndex, Spelling, searchIndexLayer } from "#projections/library"
import { attachableMediaLayer, commentRecordsLayer, formerPagesLayer, openPostsLayer } from "#projections/publishing"
import { WaitMsMin } from "#projections/runner"
import { pricesLayer } from "#projections/subscriptions"
import { RateLimits } from "./limits/RateLimits.ts"
import { ProbeConnection } from "./readiness.ts"
import { currentReads, readContext } from "./requestReads.ts"
import { VERSION } from "./version.ts"

/** All services that pages, calls and jobs may use. */
export type Services =
  | Sql
  | ProbeConnection
  | Replicas
  | EventStore
  | Hints
  | Sealing
  | Fetcher
  | MediaFetcher
  | PollSchedule
  | Feeds
  | ItemParts
  | Flags
  | ReleaseChoice
  | Follows
  | Listening
  | ReadingHistory
  | ReadMarks
  | SavedSearches
  | Assistant
  | AccountServices
  | NewsPush
  | MessagePush
  | Notices
  | Mail
  | NewsletterServices
  | FeedClaims
  | ChannelMoves
  | Applications
  | Channels
  | CreatorInvitations
  | IdentityChecks
  | IdentityReviews
  | Chats
  | LinkPreviews
  | Creators
  | Entitlements
  | Posts
  | MailLinkUses
  | PostMailLinks
  | LeakProbes
  | Autosaves
  | LinkCards
  | AttachableMedia
  | Comments
  | Likes
  | Pictures
  | Uploads
  | UploadLocks
  | StoredFiles
  | MediaFiles
  | MessageFiles
  | MediaAccess
  | MediaLinks
  | MemberFeeds
  | Imports
  | ContinuedFeeds
  | Assets
  | Ledger
  | Donations
  | Subscriptions
  | Rehearsals
  | Paydays
  | Pledges
  | PreviewCounts
  | PaydayProofs
  | PremiumOffers
  | Forwards
  | FreeAccess
  | Gifts
  | Tickets
  | Support
  | Macros
  | ServiceLevels
  | TicketDues
  | Attachments
  | ReplyAddresses
  | Moderation
  | ReporterMarks
  | WithheldPictures
  | Rates
  | Chains
  | AccountClosing
  | DepositAddresses
  | DepositWatch
  | AddressBooks
  | WithdrawalPasswords
  | ColdStorage
  | Withdrawals
  | PayoutProcessor
  | Reconciliation
  | SimWorlds
  | SearchIndex
  | Spelling
  | AppConfig

/** The layer without processes: pool, event store, modules. */
export const ServicesLayer = Layer.unwrap(
  Effect.gen(function* () {
    const config = yield* AppConfig
    const sql = Sql.layer(Redacted.value(config.databaseUrl))
    const kernel = PostgresEventStore.pipe(
      Layer.provideMerge(Layer.mergeAll(Hints.layer, Sealing.layer(Redacted.value(config.masterKey)))),
      Layer.provideMerge(Replicas.layer(config.databaseReplicaUrl && Redacted.value(config.databaseReplicaUrl))),
      Layer.provideMerge(sql),
    )
    const asking = {
      userAgent: userAgentOf(VERSION, config.publicOrigin),
      allowPrivate: config.allowPrivateFetch,
    }
    const outside = Layer.mergeAll(Fetcher.layer(asking), MediaFetcher.layer(asking), PushClient.layer(asking))
    const feeds = Feeds.layerOf(
      { secondsMin: config.feedSecondsMin, ownHosts: config.allowPrivateFetch },
      config.publicOrigin,
    )
    return Layer.mergeAll(
      ProbeConnection.layer(Redacted.value(config.databaseUrl)),
      feeds,
      ItemParts.layer,
      ReleaseChoice.layer,
      Follows.layer,
      Listening.layer,
      ReadingHistory.layer,
      ReadMarks.layer,
      SavedSearches.layer,
      Assistant.layer,
      AccountsLayer,
      NewsPush.layer,
      MessagePush.layer,
      Notices.layer,
      NewslettersLayer.pipe(Layer.provideMerge(Mail.layer), Layer.provide([Secrets.layer, Assets.layer, Chains.layer])),
      Pictures.layer,
      MessageFiles.layer,
      Layer.mergeAll(Imports.layer, ContinuedFeeds.layer).pipe(
        Layer.provideMerge(Posts.layer),
        Layer.provideMerge(Layer.mergeAll(MediaFiles.layer, Pictures.layer, attachableMediaLayer)),
        Layer.provideMerge(Layer.mergeAll(Uploads.layer, StoredFiles.layer)),
        Layer.provide(Layer.mergeAll(MediaStorage.layer, feedArchiveLayer, formerPagesLayer)),
        Layer.provideMerge(Flags.layerOf(VERSION)),
      ),
      UploadLocks.layer,
      MediaAccess.layer,
      MediaLinks.layer,
      MemberFeeds.layer,
      FeedClaims.layer,
      ChannelMoves.layer,
      Applications.layer,
      Channels.layer,
      CreatorInvitations.layer,
      IdentityChecks.layer,
      IdentityReviews.layer,
      MailLinkUses.layer,
      PostMailLinks.layer,
      LeakProbes.layer,
      Autosaves.layer.pipe(Layer.provideMerge(Posts.layer), Layer.provideMerge(attachableMediaLayer)),
      LinkCards.layer.pipe(Layer.provideMerge(LinkPreviews.layer)),
      Donations.layer.pipe(
        Layer.provideMerge(Ledger.layer),
        Layer.provide(WithdrawalPasswords.layer),
        Layer.provide(AccountsLayer),
      ),
      Layer.mergeAll(Subscriptions.layer, Gifts.layer, Forwards.layer, Pledges.layer, Rehearsals.layer).pipe(
        Layer.provideMerge(Layer.mergeAll(Paydays.layer, PaydayProofs.layer, PremiumOffers.layer, FreeAccess.layer)),
        Layer.provide(pricesLayer),
        Layer.provide(WithdrawalPasswords.layer),
        Layer.provide(AccountsLayer),
      ),
      PreviewCounts.layer,
      Tickets.layer,
      Support.layer,
      Macros.layer,
      ServiceLevels.layer,
      TicketDues.layer,
      Attachments.layer,
      ReplyAddresses.layer,
      Moderation.layer,
      ReporterMarks.layer,
      WithheldPictures.layer,
      AccountClosing.layer.pipe(Layer.provide(AccountsLayer)),
      Assets.layer,
      Rates.layer.pipe(Layer.provide(RateSources.layer)),
      Layer.mergeAll(DepositAddresses.layer, DepositWatch.layer.pipe(Layer.provide(prepaidRulesLayer))).pipe(
        Layer.provideMerge(Chains.layer),
      ),
      Layer.mergeAll(PayoutProcessor.layer, ColdStorage.layer, Reconciliation.layer).pipe(
        Layer.provideMerge(Withdrawals.layer),
        Layer.provideMerge(Layer.mergeAll(AddressBooks.layer, WithdrawalPasswords.layer)),
        Layer.provide(Layer.mergeAll(Chains.layer, AccountsLayer, Ledger.layer)),
      ),
      SimWorlds.layer,
      Layer.mergeAll(Comments.layer, Likes.layer).pipe(
        Layer.provide([openPostsLayer, commentRecordsLayer, Entitlements.layer]),
      ),
      Chats.layer.pipe(Layer.provideMerge(creatorsLayer)),
      searchIndexLayer(clusterOf(config)),
      Spelling.layer,
    ).pipe(
      Layer.provideMerge(Layer.mergeAll(PollSchedule.layer, FeedReader.layer())),
      Layer.provideMerge(Layer.mergeAll(kernel, outside, Layer.succeed(WaitMsMin, config.readYourWritesMs))),
    )
  }),
)

/** The search cluster, if one is configured. */
export const clusterOf = ({ searchUrl, searchAuth }: AppSettings) =>
  searchUrl === undefined ? undefined : { url: searchUrl, auth: searchAuth && Redacted.value(searchAuth) }

/** All services that pages and calls may use. */
export type WebServices = Services | RateLimits

type WebRuntime = ManagedRuntime.ManagedRuntime<WebServices, unknown>

// On globalThis, because development reloads this module and pages are bundled separately from the process that serves
// them.
const held = globalThis as { quireRuntime?: WebRuntime }

/** All services of a web process. */
export const WebLayer = RateLimits.layer.pipe(
  Layer.provideMerge(ServicesLayer),
  Layer.provideMerge(Log.layer("web")),
  Layer.provideMerge(AppConfig.layer),
)

/** The single runtime of a web process, created at the first request. */
export const webRuntime = (): WebRuntime => {
  held.quireRuntime ??= ManagedRuntime.make(WebLayer)
  return held.quireRuntime
}

/** Runs an effect for a page. Pages must not run effects any other way. */
export const run = <A>(effect: Effect.Effect<A, never, WebServices>): Promise<A> => {
  const reads = currentReads()
  return webRuntime().runPromise(reads === undefined ? effect : Effect.provideContext(effect, readContext(reads)))
}
