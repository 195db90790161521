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
    /** The post that it stands in, and the level of the part. */
    post_id: orNull(is.text),
    level_id: orNull(is.int),
    received_at: is.at,
  },
  { key: ["media_id"], indexes: ["(person_id, media_id)", "(post_id)"] },
)
export type MediaFileRow = RowOf<typeof mediaFile.columns>
