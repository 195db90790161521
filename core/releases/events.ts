import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/**
 * Why a release was chosen: the first one of the cluster; a start or a migration of a release that the cluster did not
 * know; a start while nothing else ran; or operators.
 */
export const ChoiceCause = Schema.Literals(["first", "newer", "alone", "operator"])
export type ChoiceCause = typeof ChoiceCause.Type

/** The cluster runs its jobs and its read models with this release from now on. */
export const ReleaseChosen = Schema.TaggedStruct("releases.ReleaseChosen.v1", {
  /** The version of the product, such as 0.7.2. */
  version: Schema.String,
  /** The beginning of the digest of all sources. */
  build: Schema.String,
  cause: ChoiceCause,
  /** Given by operators. */
  reason: Schema.NullOr(Schema.String),
  by: Schema.String,
  /** ISO 8601 in UTC. */
  chosenAt: Schema.String,
})

/** The cluster returned to the release before: operators did, or a worker of the one that is returned from. */
export const ReleaseRolledBack = Schema.TaggedStruct("releases.ReleaseRolledBack.v1", {
  version: Schema.String,
  build: Schema.String,
  /** The build that was chosen until then. */
  from: Schema.String,
  reason: Schema.String,
  by: Schema.String,
  rolledBackAt: Schema.String,
})

/** The owner of a machine makes a build live although it differs from the live one. Recorded before the switch. */
export const SwitchForced = Schema.TaggedStruct("releases.SwitchForced.v1", {
  /** The name of the read model. */
  projection: Schema.String,
  fromBuild: Schema.Int,
  toBuild: Schema.Int,
  reason: Schema.String,
  by: Schema.String,
  forcedAt: Schema.String,
})

export const ReleaseEvent = Schema.Union([ReleaseChosen, ReleaseRolledBack, SwitchForced]).pipe(
  Schema.toTaggedUnion("_tag"),
)
export type ReleaseEvent = typeof ReleaseEvent.Type
export const ReleaseEvents = makeEventFamily(ReleaseEvent)
