import { labelOf, type Search, tagKey } from "#core/library"

/** Limits a search to items with a tag. */
export const withTag = (search: Search, tag: string | undefined): Search =>
  tag === undefined || tagKey(tag) === ""
    ? search
    : { ...search, labels: [...search.labels, { anyOf: [labelOf.tag(tagKey(tag))], isExcluded: false }] }
