/** The name that is written to. A cluster makes an index by itself where one is named that is not there, but no alias. */
export const writtenAs = (name: string): string => `${name}-write`

/** How the index of a copy is made. Terms come from our own tokeniser; the cluster only parts them at spaces. */
export const indexOf = (name: string, { shards }: { readonly shards: number }) => ({
  aliases: { [writtenAs(name)]: {} },
  settings: {
    index: {
      number_of_shards: shards,
      auto_expand_replicas: "0-1",
      // While it is filled nobody searches it.
      refresh_interval: "-1",
    },
    analysis: { analyzer: { terms: { type: "custom", tokenizer: "whitespace" } } },
  },
  mappings: {
    dynamic: "strict",
    // All of it can be sent again from the read models.
    _source: { enabled: false },
    properties: {
      title: TEXT,
      about: TEXT,
      summary: TEXT,
      body: TEXT,
      labels: { type: "keyword" },
      language: { type: "keyword" },
      feed: { type: "keyword" },
      source: { type: "keyword" },
      item: { type: "keyword" },
      sort_at: { type: "long" },
      position: { type: "long" },
    },
  },
})

const TEXT = { type: "text", analyzer: "terms", norms: false, index_options: "positions" }

/** How soon what was sent can be found. */
export const SERVING_SETTINGS = { index: { refresh_interval: "1s" } }
