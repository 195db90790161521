/// <reference types="astro/client" />

/** The version in package.json, and a build id that distinguishes two builds of it. Filled in by astro.config.mjs. */
declare const __QUIRE_VERSION__: string
declare const __QUIRE_BUILD__: string
/** The beginning of the digest of all sources; undefined while they run unbuilt. Filled in by scripts/run/build.ts. */
declare const __QUIRE_SOURCES__: string | undefined
/** Whether this is the development server. */
declare const __QUIRE_DEV__: boolean

declare module "virtual:astro:manifest" {
  export const manifest: import("astro").SSRManifest
}

declare namespace App {
  interface Locals {
    readonly locale: import("./i18n/index.ts").Locale
    /** The reader's language: `t("shell.signIn")`. */
    readonly t: import("./i18n/index.ts").T
    /** Dates, numbers and sizes in the reader's language and time zone. */
    readonly format: import("./lib/format.ts").Format
    readonly timeZone: string
    /** The languages that the reader reads (primary subtags), and whether they chose to see all others too. */
    readonly content: { readonly own: ReadonlyArray<string>; readonly showsAll: boolean }
    readonly theme: import("./lib/preferences.ts").Theme
    /** How much of each item the lists of news show. */
    readonly density: import("./lib/preferences.ts").Density
    /** The signed-in person; null for guests, and before the second step of signing in. */
    readonly member: import("#projections/accounts").Member | null
    /** The signed-in person, including one who still has to pass the second step. */
    readonly visitor: import("./web/session.ts").Visitor
    /** The reader's follows: from the account for members, from a cookie for guests. */
    readonly follows: import("./lib/followsCookie.ts").FollowedByGroup
    /** The items that a guest has saved in this browser, the last saved first. */
    readonly guestSaved: ReadonlyArray<string>
    readonly textSize: import("./lib/preferences.ts").TextSize
    /** A member's follows, mutes and last change; null for guests, and for requests that render no page. */
    readonly account: import("#projections/follows").PersonFollows | null
    /** The unread message count of a member; undefined for guests, and for requests that render no page. */
    readonly unread?: number | undefined
    /** How many of the unread are messages of conversations. */
    readonly unreadChats?: number | undefined
    /** Rejected input of the dialog for new accounts, to fill it in again. */
    readonly preset?: {
      readonly from: string
      readonly displayName: string
      readonly userName: string
      readonly problems: Readonly<Partial<Record<string, ReadonlyArray<string>>>>
    }
    /**
     * Validation errors by field, from the calls of this page. Those that affect several fields are also in a notice.
     */
    readonly fieldErrors?: Readonly<Record<string, ReadonlyArray<string>>>
    /** Shown once, on the page after a redirect. */
    readonly notice: import("./lib/notices.ts").Notice | undefined
    /** The requested path, even if another page is shown there. */
    readonly path: string
    /** The same with its query, for returning to it. */
    readonly address: string
    /** The page that a guest requested before signing in; undefined if there is none. */
    readonly returnTo: string | undefined
    readonly site: import("./web/site.ts").Site
    /** Set by the operators' console alone, which sets none of the others except correlationId and clientAddress. */
    readonly console?: import("./console/locals.ts").ConsoleLocals
    readonly nonce: string
    /** Parts of the page that are written as bytes; undefined in development and in the console. */
    readonly parts?: import("./web/http/PageParts.ts").PageParts | undefined
    readonly correlationId: string
    /** Logs the error of a failed page under the correlation id. Set by the server that calls Astro. */
    readonly report?: (error: unknown) => void
    /** The client's IP address, as reported by trusted proxies. Set by the server that calls Astro. */
    readonly clientAddress?: string
    /** Whether the caller may read the metrics. Set by the server that calls Astro. */
    readonly mayMeasure?: boolean
    /** The external sources that this page may load; a page adds to it before it renders. */
    readonly allow: import("./web/security.ts").Allowances
  }
}

declare namespace Astro {
  interface ClientDirectives {
    /** Hydrates at the first pointer, focus or key in the island (src/lib/directives/interact.ts). */
    "client:interact"?: boolean
  }
}
