import { Context, Effect, Layer, Metric } from "effect"
import { NotAFeed } from "#core/syndication"
import type { AboutDocument, DocumentToRead, ReadFeed } from "../readFeed.ts"
import { type ReadingOptions, ReadingThreads, type SecondReading } from "./ReadingThreads.ts"

/** Documents in which our reader found no items and that were offered to feedparser, by whether it found some. */
export const secondReadings = Metric.frequency("quire_feed_second_readings_total", {
  description: "Documents offered to feedparser after our reader found no items, by whether it found some.",
  preregisteredWords: ["helped", "failed"] satisfies ReadonlyArray<SecondReading>,
})

/** Reads feed documents, which may be hostile. */
export class FeedReader extends Context.Service<
  FeedReader,
  {
    read(document: DocumentToRead, about: AboutDocument): Effect.Effect<ReadFeed, NotAFeed>
  }
>()("core/feeds/reading/FeedReader") {
  /** Reads in worker threads with limits on time and memory; they end with the layer. */
  static readonly layer = (options: ReadingOptions = {}): Layer.Layer<FeedReader> =>
    Layer.effect(
      FeedReader,
      Effect.map(
        Effect.acquireRelease(
          Effect.sync(() => new ReadingThreads(options)),
          (threads) => Effect.promise(() => threads.close()),
        ),
        (threads) =>
          FeedReader.of({
            read: (document, about) =>
              Effect.promise(() => threads.read(document, about)).pipe(
                Effect.tap(({ secondReader }) =>
                  secondReader === undefined ? Effect.void : Metric.update(secondReadings, secondReader),
                ),
                Effect.flatMap((outcome) =>
                  "read" in outcome
                    ? Effect.succeed(outcome.read)
                    : Effect.fail(new NotAFeed({ url: document.finalUrl, reason: outcome.reason })),
                ),
              ),
          }),
      ),
    )
}
