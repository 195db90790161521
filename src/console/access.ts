import type { Permission } from "#core/operators"

/**
 * Who may open which page. A page that is not listed is not found, so that a new one shows nothing until somebody
 * decided who may read it. The first part of the path counts.
 */
const PAGES: ReadonlyArray<readonly [path: string, access: Access]> = [
  ["/", "overview.read"],
  ["/signin", "everyone"],
  ["/join", "everyone"],
  ["/language", "everyone"],
  ["/signout", "operator"],
  ["/passkeys", "operator"],
  ["/terminal", "overview.read"],
  ["/404", "everyone"],
  ["/500", "everyone"],
  ["/forbidden", "operator"],
  ["/find", "overview.read"],
  ["/operations", "overview.read"],
  ["/operate", "overview.read"],
  ["/applications", "applications.read"],
  ["/projections", "projections.read"],
  ["/events", "events.read"],
  ["/nodes", "nodes.read"],
  ["/releases", "nodes.read"],
  ["/feeds", "feeds.read"],
  ["/flags", "flags.read"],
  ["/mail", "mail.read"],
  ["/people", "people.read"],
  ["/reveal", "people.reveal"],
  ["/withdrawals", "withdrawals.read"],
  ["/tickets", "tickets.read"],
  ["/ticketfile", "tickets.read"],
  ["/macros", "tickets.answer"],
  ["/servicelevels", "tickets.read"],
  ["/identity", "identity.read"],
  ["/moderation", "reports.read"],
  ["/operators", "operators.read"],
  ["/audit", "audit.read"],
]
/** `operator`: every active operator, even one who still has to add a second passkey. */
export type Access = Permission | "everyone" | "operator"

/** The access rule of a path; null for a path without a page. */
export const accessOf = (path: string): Access | null => {
  const [, head = ""] = path.split("/")
  return PAGES.find(([page]) => page === `/${head}`)?.[1] ?? null
}

/** The pages of the menu, in this order. */
export const MENU = [
  { path: "/", key: "menu.overview", permission: "overview.read" },
  { path: "/operations", key: "menu.operations", permission: "overview.read" },
  { path: "/tickets", key: "menu.tickets", permission: "tickets.read" },
  { path: "/identity", key: "menu.identity", permission: "identity.read" },
  { path: "/moderation", key: "menu.moderation", permission: "reports.read" },
  { path: "/applications", key: "menu.applications", permission: "applications.read" },
  { path: "/withdrawals", key: "menu.withdrawals", permission: "withdrawals.read" },
  { path: "/people", key: "menu.people", permission: "people.read" },
  { path: "/mail", key: "menu.mail", permission: "mail.read" },
  { path: "/feeds", key: "menu.feeds", permission: "feeds.read" },
  { path: "/flags", key: "menu.flags", permission: "flags.read" },
  { path: "/projections", key: "menu.projections", permission: "projections.read" },
  { path: "/events", key: "menu.events", permission: "events.read" },
  { path: "/nodes", key: "menu.nodes", permission: "nodes.read" },
  { path: "/releases", key: "menu.releases", permission: "nodes.read" },
  { path: "/operators", key: "menu.operators", permission: "operators.read" },
  { path: "/audit", key: "menu.audit", permission: "audit.read" },
] as const satisfies ReadonlyArray<{ readonly path: string; readonly key: string; readonly permission: Permission }>
