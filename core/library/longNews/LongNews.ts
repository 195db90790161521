import type { Aggregate } from "#core/kernel"
import { LibraryEvent, LibraryEvents } from "../events.ts"
import { longNewsItemId } from "./ids.ts"

/** Current items of an author, and the number uploaded on the last day with uploads. */
export type LongNewsState = {
  /** The log id of each item by its id in the library. */
  readonly news: Readonly<Record<string, string>>
  /** The log ids of items that operators withhold. */
  readonly withheld: ReadonlyArray<string>
  readonly uploadedOn: { readonly day: string; readonly count: number }
}

/** The long news of one author, by author code. */
export const LongNews: Aggregate<LongNewsState, LibraryEvent> = {
  category: "longnews",
  events: LibraryEvents,
  initial: { news: {}, withheld: [], uploadedOn: { day: "", count: 0 } },
  evolve: (state, event) =>
    LibraryEvent.match(event, {
      "library.NewsAccessed.v1": () => state,
      "library.LongNewsUploaded.v1": ({ newsId, authorCode, uploadedAt }) => {
        const day = uploadedAt.slice(0, 10)
        const before = state.uploadedOn.day === day ? state.uploadedOn.count : 0
        return {
          ...state,
          news: { ...state.news, [longNewsItemId(authorCode, newsId)]: newsId },
          uploadedOn: { day, count: before + 1 },
        }
      },
      "library.LongNewsDeleted.v1": ({ newsId, authorCode }) => {
        const { [longNewsItemId(authorCode, newsId)]: _, ...news } = state.news
        return { ...state, news, withheld: state.withheld.filter((each) => each !== newsId) }
      },
      "library.LongNewsWithheld.v1": ({ newsId }) => ({ ...state, withheld: [...state.withheld, newsId] }),
      "library.LongNewsReleased.v1": ({ newsId }) => ({
        ...state,
        withheld: state.withheld.filter((each) => each !== newsId),
      }),
    }),
}
