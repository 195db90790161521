import { Effect } from "effect"
import { PreviewCounts, type PreviewStep } from "#core/subscriptions"
import { findChannelOf } from "#projections/channels"
import { runOrReport } from "../runOrReport.ts"

type Visit = { readonly locals: App.Locals; readonly request: Request }

/** Whether a path leads back to a post of this channel. */
export const isPostOf = (channelCode: string, back: string | null | undefined): boolean =>
  back?.startsWith(`/c/${encodeURIComponent(channelCode)}/`) === true

/**
 * Counts that a signed-in reader met the closed part of a post, or opened the subscribe page from one. Pages that browsers
 * fetch in advance do not count. The page does not wait.
 */
export const countPreview = ({ locals, request }: Visit, channelId: number, step: PreviewStep): void => {
  if (locals.member === null || request.method !== "GET") return
  if ((request.headers.get("sec-fetch-mode") ?? "navigate") !== "navigate") return
  if (request.headers.get("sec-purpose")?.includes("prefetch") === true) return
  void runOrReport(
    PreviewCounts.use(({ count }) => count(channelId, step)),
    locals,
  )
}

/** Counts a subscription that began at the closed part of a post. */
export const countSubscribed = (locals: App.Locals, channelCode: string): Promise<void> =>
  runOrReport(
    Effect.gen(function* () {
      const channel = yield* findChannelOf(channelCode)
      if (channel !== null) yield* PreviewCounts.use(({ count }) => count(channel.channelId, "subscribed"))
    }),
    locals,
  )
