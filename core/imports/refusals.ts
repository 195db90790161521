import { Schema } from "effect"

/** There is no such import, or it is somebody else's. */
export class NoImport extends Schema.TaggedError<NoImport>()("NoImport", {}) {
  get messageKey(): "imports.none" {
    return "imports.none"
  }
}

/** The person has too many imports at once, or began too many in one day. */
export class TooManyImports extends Schema.TaggedError<TooManyImports>()("TooManyImports", {}) {
  get messageKey(): "imports.tooMany" {
    return "imports.tooMany"
  }
}

/** The upload is not complete, was used already, or is somebody else's. */
export class NoArchive extends Schema.TaggedError<NoArchive>()("NoArchive", {}) {
  get messageKey(): "imports.noArchive" {
    return "imports.noArchive"
  }
}

/** The state of the import does not allow this: it runs, or has ended. */
export class WrongImportState extends Schema.TaggedError<WrongImportState>()("WrongImportState", {}) {
  get messageKey(): "imports.wrongState" {
    return "imports.wrongState"
  }
}

/** The address of the former site is no web address. */
export class UnfitSite extends Schema.TaggedError<UnfitSite>()("UnfitSite", {}) {
  get messageKey(): "imports.unfitSite" {
    return "imports.unfitSite"
  }
}
