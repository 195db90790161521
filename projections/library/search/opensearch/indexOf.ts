/** Writes use an alias: a cluster creates a missing index automatically, but no alias. */
export const writeAliasOf = (name: string): string => `${name}-write`

/** Settings of a new index. Terms come from our own tokeniser; the cluster only splits at spaces. */
export const indexOf = (name: string, { shards }: { readonly shards: number }) => ({
  aliases: { [writeAliasOf(name)]: {} },
  settings: {
    index: {
      number_of_shards: shards,
      auto_expand_replicas: "0-1",
      // No one searches it while it is filled.
      refresh_interval: "-1",
    },
    analysis: { analyzer: { terms: { type: "custom", tokenizer: "whitespace" } } },
  },
  mappings: {
    dynamic: "strict",
    // It can be rebuilt from the read models.
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

/** Delay until writes are searchable. */
export const SERVING_SETTINGS = { index: { refresh_interval: "1s" } }
