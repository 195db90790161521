/// <reference types="astro/client" />

/** The version in package.json, and one that also tells two builds of it apart. Filled in by astro.config.mjs. */
declare const __QUIRE_VERSION__: string
declare const __QUIRE_BUILD__: string
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
    /** The languages that the reader reads (primary subtags), and whether they asked to see all others too. */
    readonly content: { readonly own: ReadonlyArray<string>; readonly showsAll: boolean }
    readonly theme: import("./lib/preferences.ts").Theme
    /** The signed-in person who asks; null for guests, and while the second step is owed. */
    readonly member: import("#projections/accounts").Member | null
    /** Who asks, a person who still owes the second step included. */
    readonly visitor: import("./web/session.ts").Visitor
    /** What the reader follows: a member's account knows it, of a guest the browser tells it by a cookie. */
    readonly follows: import("./lib/followsCookie.ts").FollowedByGroup
    /** What a member follows, keeps out and has changed last; null for guests, and where no page is rendered. */
    readonly account: import("#projections/follows").PersonFollows | null
    /** How many messages a member has not read; nothing for guests, and where no page is rendered. */
    readonly unread?: number | undefined
    /** What was typed into the dialog for new accounts and could not be taken. */
    readonly preset?: {
      readonly from: string
      readonly displayName: string
      readonly userName: string
      readonly problems: Readonly<Partial<Record<string, ReadonlyArray<string>>>>
    }
    /** What the calls of this page refused, field by field; several of them are named in a notice too. */
    readonly fieldErrors?: Readonly<Record<string, ReadonlyArray<string>>>
    /** Said once, on the page that follows a redirect. */
    readonly notice: import("./lib/notices.ts").Notice | undefined
    /** The path that the reader asked for, also where another page is shown in its place. */
    readonly path: string
    /** That path with its query: where to return to. */
    readonly address: string
    /** The page that a guest asked for before signing in; undefined if there is none. */
    readonly returnTo: string | undefined
    readonly site: import("./web/site.ts").Site
    readonly nonce: string
    readonly correlationId: string
    /** Writes a failed page to the log under that id; given by the server that calls Astro. */
    readonly report?: (error: unknown) => void
    /** Who asked, as far as trusted proxies say; given by the server that calls Astro. */
    readonly clientAddress?: string
    /** Whether the caller may read the metrics. Set by the server that calls Astro. */
    readonly mayMeasure?: boolean
    /** What this page may load from elsewhere; a page adds to it before it renders. */
    readonly allow: import("./web/security.ts").Allowances
  }
}

declare namespace Astro {
  interface ClientDirectives {
    /** Hydrates at the first pointer, focus or key in the island (src/lib/directives/interact.ts). */
    "client:interact"?: boolean
  }
}
