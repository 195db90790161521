import type { CheckEvent } from "#core/identity"
import type { Notice } from "#core/notifications"
import { noticeWith } from "./noticeOf.ts"

/** The notice about an identity check, or null. A statement is verified while its person looks on. */
export const identityNotice = (event: CheckEvent): Notice | null => {
  switch (event._tag) {
    case "identity.Verified.v1":
      return event.by === "system"
        ? null
        : noticeWith("identityVerified", event.verifiedAt, { level: String(event.level) })
    case "identity.ResubmissionAsked.v1":
      return noticeWith("identityResubmission", event.askedAt)
    case "identity.Rejected.v1":
      return noticeWith("identityRejected", event.rejectedAt)
    case "identity.Revoked.v1":
      return noticeWith("identityRevoked", event.revokedAt)
    case "identity.Expired.v1":
      return noticeWith("identityExpired", event.expiredAt)
    default:
      return null
  }
}
