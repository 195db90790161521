import type { AccountEvent, AppPasswordEvent, IdentityEvent, PasskeyEvent, TwoStepEvent } from "#core/accounts"
import type { ApplicationEvent, ClaimEvent } from "#core/channels"
import { NOTICE_VALUE_LENGTH_MAX, type Notice } from "#core/notifications"
import type { AddressBookEvent, WithdrawalPasswordEvent } from "#core/wallet"

/** Events that may cause a notice. */
export type NotifiableEvent =
  | AccountEvent
  | TwoStepEvent
  | PasskeyEvent
  | AppPasswordEvent
  | IdentityEvent
  | ClaimEvent
  | ApplicationEvent
  | AddressBookEvent
  | WithdrawalPasswordEvent

/**
 * The notice for an event, or null.
 *
 * @param title of the feed that the event is about
 */
export const noticeOf = (event: NotifiableEvent, title = ""): Notice | null => {
  switch (event._tag) {
    case "accounts.AccountActivated.v1":
      return { ...noticeWith("welcome", event.activatedAt), type: "System" }
    case "accounts.SignUpRepeated.v1":
      return noticeWith("signUpRepeated", event.repeatedAt)
    case "accounts.PasswordChanged.v1":
      return event.rehashed ? null : noticeWith("passwordChanged", event.changedAt)
    case "accounts.EmailChanged.v1":
      return noticeWith("emailChanged", event.changedAt)
    case "accounts.SignedIn.v1":
      return event.known ? null : noticeWith("newDevice", event.signedInAt, { device: event.device })
    case "accounts.TwoStepEnrolled.v1":
      return noticeWith(event.replaced ? "stepReplaced" : "stepOn", event.enrolledAt)
    case "accounts.TwoStepStopped.v1":
      return noticeWith("stepOff", event.stoppedAt)
    case "accounts.TwoStepRemoved.v1":
      return noticeWith("stepOff", event.removedAt)
    case "accounts.RecoveryCodesMade.v1":
      return noticeWith("recoveryCodesMade", event.madeAt)
    case "accounts.RecoveryCodeUsed.v1":
      return noticeWith("recoveryCodeUsed", event.usedAt)
    case "accounts.TwoStepRemovalRequested.v1":
      return noticeWith("stepRemovalRequested", event.requestedAt)
    case "accounts.TwoStepRemovalCancelled.v1":
      return noticeWith("stepRemovalCancelled", event.cancelledAt)
    case "accounts.PasskeyAdded.v1":
      return noticeWith("passkeyAdded", event.addedAt, { name: event.name })
    case "accounts.PasskeyRemoved.v1":
      return noticeWith("passkeyRemoved", event.removedAt)
    case "accounts.AppPasswordMade.v1":
      return noticeWith("appPasswordMade", event.madeAt, { name: event.name })
    case "accounts.AppPasswordRevoked.v1":
      return noticeWith("appPasswordRevoked", event.revokedAt)
    case "accounts.IdentityLinked.v1":
      return noticeWith("identityLinked", event.linkedAt, { name: event.label })
    case "accounts.IdentityUnlinked.v1":
      return noticeWith("identityUnlinked", event.unlinkedAt)
    case "wallet.AddressAdded.v1":
      return noticeWith("withdrawalAddressAdded", event.addedAt, { name: event.label })
    case "wallet.WithdrawalPasswordSet.v1":
      return noticeWith("withdrawalPasswordSet", event.setAt)
    case "channels.FeedClaimed.v1":
      return noticeWith("feedClaimed", event.claimedAt, { feedId: event.feedId, title })
    case "channels.ApplicationApproved.v1":
      return noticeWith("applicationApproved", event.approvedAt)
    case "channels.ApplicationRejected.v1":
      return noticeWith("applicationRejected", event.rejectedAt)
    default:
      return null
  }
}

/** For a person who lost a feed because someone else claimed it. */
export const lostNotice = (feedId: string, claimedAt: string, title: string): Notice =>
  noticeWith("feedLost", claimedAt, { feedId, title })

/** A notice about an account, with values cut to their maximum length. */
export const noticeWith = (
  kind: string,
  givenAt: string,
  values: Readonly<Record<string, string | null>> = {},
): Notice => ({
  type: "Account",
  content: {
    kind,
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        [...(value ?? "")].slice(0, NOTICE_VALUE_LENGTH_MAX).join(""),
      ]),
    ),
  },
  givenAt,
})
