import { AccountEvents } from "#core/accounts"
import { SubjectEvents } from "#core/kernel"
import { type Change, change, makeProjection, on, remove } from "#projections/runner"
import { type Activity, activity } from "./tables.ts"

/** Maximum activities kept per person; the oldest are dropped. */
const ENTRIES_MAX = 200

/** What people did with their accounts. */
export const activities = makeProjection({
  name: "activities",
  version: 2,
  tables: [activity],
  handlers: [
    on(AccountEvents, {
      "accounts.AccountActivated.v1": ({ personId, activatedAt }) => [did(personId, "joined", activatedAt)],
      "accounts.PersonNamed.v1": ({ personId, namedAt }) => [did(personId, "named", namedAt)],
      "accounts.UserNameChosen.v1": ({ personId, chosenAt }) => [did(personId, "userName", chosenAt)],
      "accounts.ProfileUpdated.v1": ({ personId, updatedAt }) => [did(personId, "profile", updatedAt)],
      "accounts.PasswordChanged.v1": ({ personId, rehashed, changedAt }) =>
        rehashed ? [] : [did(personId, "password", changedAt)],
      "accounts.EmailChanged.v1": ({ personId, changedAt }) => [did(personId, "email", changedAt)],
      "accounts.SignedIn.v1": ({ personId, device, signedInAt }) => [
        did(personId, "signedIn", signedInAt, device === null || device === "" ? {} : { device }),
      ],
      "accounts.AccountDeleted.v1": ({ personId }) => [remove(activity, [personId])],
    }),
    on(SubjectEvents, {
      "kernel.SubjectErased.v1": ({ subjectId }) => [remove(activity, [subjectId])],
    }),
  ],
})

const did = (personId: string, kind: Activity["kind"], at: string, more: Pick<Activity, "device"> = {}): Change =>
  change(activity, [personId], (row) => ({
    person_id: personId,
    entries: [{ kind, atMs: Date.parse(at), ...more }, ...(row?.entries ?? [])].slice(0, ENTRIES_MAX),
  }))
