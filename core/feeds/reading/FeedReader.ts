import { Context, Effect, Layer } from "effect"
import { NotAFeed } from "#core/syndication"
import type { AboutDocument, DocumentToRead, ReadFeed } from "../readFeed.ts"
import { type ReadingOptions, ReadingThreads } from "./ReadingThreads.ts"

/** Turns documents of strangers into what they tell. */
export class FeedReader extends Context.Service<
  FeedReader,
  {
    read(document: DocumentToRead, about: AboutDocument): Effect.Effect<ReadFeed, NotAFeed>
  }
>()("core/feeds/reading/FeedReader") {
  /** In threads of its own, under bounds of time and memory; they end with the layer. */
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
              Effect.flatMap(
                Effect.promise(() => threads.read(document, about)),
                (outcome) =>
                  "read" in outcome
                    ? Effect.succeed(outcome.read)
                    : Effect.fail(new NotAFeed({ url: document.finalUrl, reason: outcome.reason })),
              ),
          }),
      ),
    )
}
