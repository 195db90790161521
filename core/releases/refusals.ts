import { Schema } from "effect"

/** The cluster knows this release from before, or it is of an older version, and other processes run. */
export class ReleaseNotNewer extends Schema.TaggedError<ReleaseNotNewer>()("ReleaseNotNewer", {
  chosen: Schema.String,
}) {}

/** No process runs this release, and it was never chosen. */
export class NoSuchRelease extends Schema.TaggedError<NoSuchRelease>()("NoSuchRelease", {}) {}

/** It is the chosen one. */
export class ReleaseUnchanged extends Schema.TaggedError<ReleaseUnchanged>()("ReleaseUnchanged", {}) {}

/** No worker of this release runs, which would have to prepare its read models and run its jobs. */
export class ReleaseWithoutWorker extends Schema.TaggedError<ReleaseWithoutWorker>()("ReleaseWithoutWorker", {}) {}

/** This process is of another release than the chosen one, which alone may switch read models. */
export class NotOfChosenRelease extends Schema.TaggedError<NotOfChosenRelease>()("NotOfChosenRelease", {}) {}
