import { is, orNull, type RowOf, table } from "#projections/runner"

/** The files of creators. */
export const mediaFile = table(
  "media_file",
  {
    media_id: is.text,
    person_id: is.text,
    name: is.text,
    /** image, audio or video. */
    kind: is.text,
    type: is.text,
    codecs: is.json<ReadonlyArray<string>>(),
    digest: is.text,
    bytes: is.bigint,
    width: orNull(is.int),
    height: orNull(is.int),
    duration_ms: orNull(is.int),
    /** The posts that it stands in, published or not. */
    post_ids: is.json<ReadonlyArray<string>>(),
    received_at: is.at,
  },
  { key: ["media_id"], indexes: ["(person_id, media_id)"] },
)
export type MediaFileRow = RowOf<typeof mediaFile.columns>
