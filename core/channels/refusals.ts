import { Schema } from "effect"

/** Problems of form fields; each is the key of a message. */
const CHANNEL_PROBLEMS = [
  "subject.short",
  "subject.long",
  "about.short",
  "about.long",
  "bio.long",
  "links.address",
  "links.many",
  "languages.none",
  "languages.many",
  "tags.many",
  "tags.long",
  "successor",
] as const
export type ChannelProblem = (typeof CHANNEL_PROBLEMS)[number]

/** Fields of a form have invalid values; all of them are named. */
export class UnfitForm extends Schema.TaggedError<UnfitForm>()("UnfitForm", {
  problems: Schema.Array(Schema.Struct({ field: Schema.String, problem: Schema.Literals(CHANNEL_PROBLEMS) })),
}) {
  get messageKey(): "creators.unfit" {
    return "creators.unfit"
  }
}

/** The person is a creator already. */
export class AlreadyCreator extends Schema.TaggedError<AlreadyCreator>()("AlreadyCreator", {}) {
  get messageKey(): "creators.already" {
    return "creators.already"
  }
}

/** An application that is being reviewed cannot be changed. */
export class ApplicationInReview extends Schema.TaggedError<ApplicationInReview>()("ApplicationInReview", {}) {
  get messageKey(): "creators.inReview" {
    return "creators.inReview"
  }
}

/** The person has no application in the state that this needs. */
export class NoApplication extends Schema.TaggedError<NoApplication>()("NoApplication", {}) {
  get messageKey(): "creators.noApplication" {
    return "creators.noApplication"
  }
}

/** The application was submitted too often of late. */
export class TooManySubmissions extends Schema.TaggedError<TooManySubmissions>()("TooManySubmissions", {}) {
  get messageKey(): "creators.tooManySubmissions" {
    return "creators.tooManySubmissions"
  }
}

/** There is no such channel, or it belongs to somebody else. */
export class NoChannel extends Schema.TaggedError<NoChannel>()("NoChannel", {}) {
  get messageKey(): "creators.noChannel" {
    return "creators.noChannel"
  }
}

/** The channel has as many sub-channels as it may have. */
export class TooManySubChannels extends Schema.TaggedError<TooManySubChannels>()("TooManySubChannels", {}) {
  get messageKey(): "creators.tooManySubChannels" {
    return "creators.tooManySubChannels"
  }
}

/** The person has as many open invitations as they may have. */
export class TooManyInvitations extends Schema.TaggedError<TooManyInvitations>()("TooManyInvitations", {}) {
  get messageKey(): "creators.tooManyInvitations" {
    return "creators.tooManyInvitations"
  }
}

/** There is no such invitation, or it was used. */
export class NoInvitation extends Schema.TaggedError<NoInvitation>()("NoInvitation", {}) {
  get messageKey(): "creators.noInvitation" {
    return "creators.noInvitation"
  }
}

/** Someone else took the next channel number at the same moment; the command is tried again with the one after it. */
export class NumberTaken extends Schema.TaggedError<NumberTaken>()("NumberTaken", {}) {}
