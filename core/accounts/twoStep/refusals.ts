import { Schema } from "effect"

/** The code is wrong, expired or used. */
export class WrongStepCode extends Schema.TaggedError<WrongStepCode>()("WrongStepCode", {}) {
  get messageKey(): "twoStep.wrongCode" {
    return "twoStep.wrongCode"
  }
}

/** The person has no second step. */
export class TwoStepOff extends Schema.TaggedError<TwoStepOff>()("TwoStepOff", {}) {
  get messageKey(): "twoStep.isOff" {
    return "twoStep.isOff"
  }
}

/** The enrolment has expired or does not exist. */
export class EnrolmentEnded extends Schema.TaggedError<EnrolmentEnded>()("EnrolmentEnded", {}) {
  get messageKey(): "twoStep.enrolmentEnded" {
    return "twoStep.enrolmentEnded"
  }
}

/** The session is not fresh, so a mailed code is required. */
export class ConfirmationRequired extends Schema.TaggedError<ConfirmationRequired>()("ConfirmationRequired", {}) {
  get messageKey(): "twoStep.confirmationRequired" {
    return "twoStep.confirmationRequired"
  }
}

/** The link is invalid, expired or no longer applies. */
export class RemovalLinkEnded extends Schema.TaggedError<RemovalLinkEnded>()("RemovalLinkEnded", {}) {
  get messageKey(): "untiefa.linkEnded" {
    return "untiefa.linkEnded"
  }
}
