import { Schema } from "effect"
import { makeEventFamily } from "./store/EventFamily.ts"

/** A person's personal data was erased: their key is deleted, and every projection must delete its copies. */
export const SubjectErased = Schema.TaggedStruct("kernel.SubjectErased.v1", { subjectId: Schema.String })
export type SubjectErased = typeof SubjectErased.Type

export const SubjectEvents = makeEventFamily(Schema.Union([SubjectErased]))
