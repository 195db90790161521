import { Command, Flag } from "effect/cli"
import { APPLICATION_STATUS, type ApplicationStatus } from "#contract/channels"
import { type ListedApplication, listApplications } from "#projections/channels"
import { inSession } from "../lib/command.ts"
import { json } from "../lib/flags.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"

const STATUSES = Object.keys(APPLICATION_STATUS) as ReadonlyArray<ApplicationStatus>

const all = Flag.Boolean("all").pipe(Flag.withDescription("Also drafts and decided ones"), Flag.withDefault(false))

/** Applications that wait for a decision, the longest waiting first. */
export const applications = Command.make("applications", { all, json }, (flags) =>
  inSession(flags, async (session, output) => {
    await waitUntilCaughtUp(session)
    const open = [APPLICATION_STATUS.submitted, APPLICATION_STATUS.inReview]
    const found = await session.run(listApplications(flags.all ? Object.values(APPLICATION_STATUS) : open))
    output.table(
      found.map((application) => ({
        person: application.userCode,
        name: application.displayName ?? "",
        status: statusOf(application),
        submitted: application.submittedAt?.toISOString() ?? "",
        channel: application.subject,
        languages: application.languages.join(" "),
        links: application.links.join(" "),
        about: application.about.replaceAll(/\s+/g, " ").slice(0, 80),
      })),
    )
    output.document({
      applications: found.map(({ personId: _, ...application }) => ({ ...application, status: statusOf(application) })),
    })
  }),
).pipe(Command.withDescription("List applications to become a creator, the longest waiting first"))

const statusOf = ({ requestStatusId }: Pick<ListedApplication, "requestStatusId">): string =>
  STATUSES.find((status) => APPLICATION_STATUS[status] === requestStatusId) ?? ""
