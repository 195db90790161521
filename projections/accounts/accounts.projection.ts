import { AccountEvents } from "#core/accounts"
import { ChannelEvents } from "#core/channels"
import { SubjectEvents } from "#core/kernel"
import { LedgerEvents, type MoneyEvent, movesOf, readAccount } from "#core/ledger"
import { type Change, makeProjection, on, only, patch, put, remove } from "#projections/runner"
import { account } from "./tables.ts"

/** The role of people without any other role (specification, section 3). */
const ROLE_PERSON = 1

/** All accounts, for signing in, pages and searches. */
export const accounts = makeProjection({
  name: "accounts",
  version: 5,
  tables: [account],
  handlers: [
    on(AccountEvents, {
      "accounts.AccountOpened.v1": ({ personId, userCode, email, locale, openedAt }) => [
        put(account, {
          person_id: personId,
          user_code: userCode,
          channel_id: 0,
          channel_code: null,
          email,
          display_name: null,
          user_name: null,
          header_image: null,
          banner_image: null,
          bio: null,
          locale,
          role_id: ROLE_PERSON,
          preferences: {},
          credited: false,
          activated: false,
          opened_at: openedAt,
        }),
      ],
      "accounts.AccountActivated.v1": ({ personId }) => [
        patch(account, [personId], (row) => ({ ...row, activated: true })),
      ],
      "accounts.EmailChanged.v1": ({ personId, email }) => [patch(account, [personId], (row) => ({ ...row, email }))],
      "accounts.PersonNamed.v1": ({ personId, displayName, userCode }) => [
        patch(account, [personId], (row) => ({ ...row, display_name: displayName, user_code: userCode })),
      ],
      "accounts.UserNameChosen.v1": ({ personId, userName }) => [
        patch(account, [personId], (row) => ({ ...row, user_name: userName })),
      ],
      "accounts.ProfileUpdated.v1": ({ personId, bio, headerImage, locale }) => [
        patch(account, [personId], (row) => ({ ...row, bio, header_image: headerImage, locale })),
      ],
      "accounts.BannerChanged.v1": ({ personId, bannerImage }) => [
        patch(account, [personId], (row) => ({ ...row, banner_image: bannerImage })),
      ],
      "accounts.PreferenceSet.v1": ({ personId, preferenceId, value }) => [
        patch(account, [personId], (row) => ({
          ...row,
          preferences: { ...row.preferences, [String(preferenceId)]: value },
        })),
      ],
      "accounts.AccountDeleted.v1": ({ personId }) => [remove(account, [personId])],
    }),
    on(ChannelEvents, {
      "channels.ChannelOpened.v1": ({ personId, channelId, channelCode, parentId }) =>
        parentId === null
          ? [patch(account, [personId], (row) => ({ ...row, channel_id: channelId, channel_code: channelCode }))]
          : [],
    }),
    on(LedgerEvents, {
      "ledger.Transferred.v1": only("entries", (event: MoneyEvent) => credited(event)),
      "ledger.HoldPosted.v1": (event) => credited(event),
    }),
    on(SubjectEvents, {
      "kernel.SubjectErased.v1": ({ subjectId }) => [remove(account, [subjectId])],
    }),
  ],
})

/**
 * Marks every person whose account an entry credits. Reads ledger events instead of deposits and donations, so that
 * every source of coins counts. A later reversal changes nothing: the mark says that there ever was a credit.
 */
const credited = (event: MoneyEvent): ReadonlyArray<Change> => {
  const owners = movesOf(event).flatMap((move) => (move.amount > 0n ? [readAccount(move.account).ownerId] : []))
  return [...new Set(owners)]
    .filter((ownerId) => ownerId !== "")
    .map((ownerId) => patch(account, [ownerId], (row) => (row.credited ? row : { ...row, credited: true })))
}
