import { EMAIL_SETTINGS, SEND_LIST_STATUS } from "#contract/newsletters"
import { MailListEvents } from "#core/newsletters"
import { makeProjection, on, patch, put, remove } from "#projections/runner"
import { mailList } from "./tables.ts"

/** The mailing lists of channels, for creators, for their readers' settings and for the worker that sends. */
export const mailLists = makeProjection({
  name: "mail_lists",
  version: 2,
  byStream: true,
  tables: [mailList],
  handlers: [
    on(MailListEvents, {
      "newsletters.ListJoined.v1": ({ personId, channelId, frequency, joinedAt }) => [
        put(mailList, {
          channel_id: channelId,
          person_id: personId,
          status_id: SEND_LIST_STATUS.subscribed,
          setting_id: EMAIL_SETTINGS[frequency],
          shares_address: false,
          joined_at: joinedAt,
          left_at: null,
        }),
      ],
      "newsletters.FrequencySet.v1": ({ personId, channelId, frequency }) => [
        patch(mailList, [channelId, personId], (row) => ({ ...row, setting_id: EMAIL_SETTINGS[frequency] })),
      ],
      "newsletters.AddressShared.v1": ({ personId, channelId }) => [
        patch(mailList, [channelId, personId], (row) => ({ ...row, shares_address: true })),
      ],
      "newsletters.SharingWithdrawn.v1": ({ personId, channelId }) => [
        patch(mailList, [channelId, personId], (row) => ({ ...row, shares_address: false })),
      ],
      "newsletters.ListsLeft.v1": ({ personId, channelIds, how, leftAt }) =>
        channelIds.map((channelId) =>
          patch(mailList, [channelId, personId], (row) => ({
            ...row,
            status_id: how === "bounce" ? SEND_LIST_STATUS.bounced : SEND_LIST_STATUS.unsubscribed,
            shares_address: false,
            left_at: leftAt,
          })),
        ),
      "newsletters.ListsForgotten.v1": ({ personId, channelIds }) =>
        channelIds.map((channelId) => remove(mailList, [channelId, personId])),
    }),
  ],
})
