import { Effect } from "effect"
import { type Aggregate, reader } from "#core/kernel"
import type { ApplicationStatus } from "../formRules.ts"
import { ApplicationEvent, ApplicationEvents } from "./events.ts"

/** The answers of an application. */
export type ApplicationForm = {
  /** The name of the channel. */
  readonly subject: string
  readonly about: string
  readonly links: ReadonlyArray<string>
  /** Language tags of the content. */
  readonly languages: ReadonlyArray<string>
}

export type ApplicationState = {
  readonly status: ApplicationStatus | "none"
  /** Null before the first save, and after an erasure. */
  readonly form: ApplicationForm | null
  /** Times of all submissions, in milliseconds, oldest first. */
  readonly submittedMs: ReadonlyArray<number>
  /** The first channel; null without an approval. */
  readonly channelId: number | null
}

/** The application of one person, by the person's id. A rejected or withdrawn one can be submitted again. */
export const Application: Aggregate<ApplicationState, ApplicationEvent> = {
  category: "application",
  events: ApplicationEvents,
  initial: { status: "none", form: null, submittedMs: [], channelId: null },
  evolve: (state, event) =>
    ApplicationEvent.match(event, {
      "channels.ApplicationSaved.v1": ({ subject, about, links, languages }): ApplicationState => ({
        ...state,
        status: state.status === "submitted" ? "submitted" : "draft",
        form: subject === null ? null : { subject, about: about ?? "", links: links ?? [], languages },
      }),
      "channels.ApplicationSubmitted.v1": ({ submittedAt }): ApplicationState => ({
        ...state,
        status: "submitted",
        submittedMs: [...state.submittedMs, Date.parse(submittedAt)],
      }),
      "channels.ApplicationWithdrawn.v1": (): ApplicationState => ({ ...state, status: "withdrawn" }),
      "channels.ReviewStarted.v1": (): ApplicationState => ({ ...state, status: "inReview" }),
      "channels.ApplicationApproved.v1": ({ channelId }): ApplicationState => ({
        ...state,
        status: "approved",
        channelId,
      }),
      "channels.ApplicationRejected.v1": (): ApplicationState => ({ ...state, status: "rejected" }),
    }),
}

/** Reads whether a person has a channel. */
export const creatorReader = Effect.map(
  reader(Application),
  (read) => (personId: string) => Effect.map(read(personId), ({ channelId }) => channelId !== null),
)
