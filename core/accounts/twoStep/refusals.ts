import { Schema } from "effect"

/** The code is not the one of this moment, was accepted before, or is no recovery code that is left. */
export class WrongStepCode extends Schema.TaggedError<WrongStepCode>()("WrongStepCode", {}) {
  get messageKey(): "twoStep.wrongCode" {
    return "twoStep.wrongCode"
  }
}

/** The person signs in with one step. */
export class TwoStepOff extends Schema.TaggedError<TwoStepOff>()("TwoStepOff", {}) {
  get messageKey(): "twoStep.isOff" {
    return "twoStep.isOff"
  }
}

/** The secret was shown too long ago, or never. */
export class EnrolmentEnded extends Schema.TaggedError<EnrolmentEnded>()("EnrolmentEnded", {}) {
  get messageKey(): "twoStep.enrolmentEnded" {
    return "twoStep.enrolmentEnded"
  }
}

/** The session is too old to change this without the code that a mail brings. */
export class ConfirmationRequired extends Schema.TaggedError<ConfirmationRequired>()("ConfirmationRequired", {}) {
  get messageKey(): "twoStep.confirmationRequired" {
    return "twoStep.confirmationRequired"
  }
}

/** The link is not one of ours, has ended, or speaks of what is over. */
export class RemovalLinkEnded extends Schema.TaggedError<RemovalLinkEnded>()("RemovalLinkEnded", {}) {
  get messageKey(): "untiefa.linkEnded" {
    return "untiefa.linkEnded"
  }
}
