import { accounts, activities, stepRemovals } from "#projections/accounts"
import { applications, channels, claims } from "#projections/channels"
import { chat } from "#projections/chat"
import { feeds, items } from "#projections/feeds"
import { follows } from "#projections/follows"
import { identityChecks } from "#projections/identity"
import { access, searchables } from "#projections/library"
import { moderation } from "#projections/moderation"
import { mailLists } from "#projections/newsletters"
import { notices } from "#projections/notifications"
import { operations } from "#projections/operations"
import { comments, likes, mediaFiles, posts } from "#projections/publishing"
import { rates } from "#projections/rates"
import { reveals } from "#projections/reveals"
import type { Projection } from "#projections/runner"
import { freeAccess, gifts, memberships, pledges, subscriptions } from "#projections/subscriptions"
import { tickets } from "#projections/tickets"
import { assetTypes, balances, wallet } from "#projections/wallet"

/** Every projection of the product. */
export const projections: ReadonlyArray<Projection> = [
  feeds,
  items,
  access,
  searchables,
  accounts,
  activities,
  stepRemovals,
  follows,
  claims,
  applications,
  channels,
  posts,
  comments,
  moderation,
  likes,
  chat,
  mailLists,
  notices,
  balances,
  wallet,
  assetTypes,
  rates,
  mediaFiles,
  subscriptions,
  freeAccess,
  gifts,
  pledges,
  memberships,
  tickets,
  identityChecks,
  operations,
  reveals,
]
