import type { Aggregate } from "#core/kernel"
import { LibraryEvent, LibraryEvents } from "../events.ts"
import { longNewsItemId } from "./ids.ts"

/** What an author has in the library now, and how much of it was uploaded on the last day that brought any. */
export type LongNewsState = {
  /** The id of each long news in the log by the id under which the library shows it. */
  readonly news: Readonly<Record<string, string>>
  readonly uploadedOn: { readonly day: string; readonly count: number }
}

/** The long news of one author, by the author's code. */
export const LongNews: Aggregate<LongNewsState, LibraryEvent> = {
  category: "longnews",
  events: LibraryEvents,
  initial: { news: {}, uploadedOn: { day: "", count: 0 } },
  evolve: (state, event) =>
    LibraryEvent.match(event, {
      "library.NewsAccessed.v1": () => state,
      "library.LongNewsUploaded.v1": ({ newsId, authorCode, uploadedAt }) => {
        const day = uploadedAt.slice(0, 10)
        const before = state.uploadedOn.day === day ? state.uploadedOn.count : 0
        return {
          news: { ...state.news, [longNewsItemId(authorCode, newsId)]: newsId },
          uploadedOn: { day, count: before + 1 },
        }
      },
      "library.LongNewsDeleted.v1": ({ newsId, authorCode }) => {
        const { [longNewsItemId(authorCode, newsId)]: _, ...news } = state.news
        return { ...state, news }
      },
    }),
}
