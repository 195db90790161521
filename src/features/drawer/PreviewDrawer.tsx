import { useEffect, useRef, useState, useSyncExternalStore } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { translatorOf } from "../../i18n/translate.ts"
import { makeCall } from "../../lib/call.ts"
import { formatOf } from "../../lib/format.ts"
import { FollowButton } from "../follow/FollowButton.tsx"
import { GroupSelect } from "../follow/GroupSelect.tsx"
import { closeDrawer, initDrawer } from "./drawer.ts"
import { offerClaim, provideCall } from "./loadPreview.ts"
import { PreviewList } from "./PreviewList.tsx"
import {
  $drawer,
  $preview,
  CLOSED,
  type DrawerState,
  type DrawerWords,
  drawerOf,
  type PreviewAnswer,
  type PreviewState,
  previewOf,
  WAITING,
} from "./state.ts"

export interface DrawerProps {
  /** The preview that the server rendered because the address names one. */
  readonly initial?: PreviewAnswer
  /** Ids of the feeds that were followed when the page was rendered. */
  readonly followed: ReadonlyArray<string>
  readonly locale: Locale
  readonly timeZone: string
  /** The time of the rendering, so that server and browser format the same relative times. */
  readonly nowMs: number
  readonly words: DrawerWords
  /** The page without the preview: the link of Close without scripts. */
  readonly closeHref: string
  /** The page to return to from the follow form. */
  readonly from: string
}

/** The preview of a feed at the right: title, description, follow button, recent items. */
export function PreviewDrawer({ initial, followed, locale, timeZone, nowMs, words, closeHref, from }: DrawerProps) {
  useState(() => {
    if (typeof document === "undefined") return
    provideCall(makeCall(locale, words))
    if (initial === undefined) return
    initDrawer(initial)
    void offerClaim()
  })
  const t = translatorOf<DrawerWords>(locale, words)
  const drawer = useDrawer(initial === undefined ? CLOSED : drawerOf(initial.feed))
  const preview = usePreview(initial === undefined ? WAITING : previewOf(initial))
  const { dialog, onClose } = useModal(drawer.showDrawer)
  const scroller = useSavedScroll(drawer.showDrawer && preview.items.length > 0 ? drawer.feedId : undefined)
  const { feed } = preview
  const lang = preview.items[0]?.languageCode || undefined

  return (
    <dialog
      ref={dialog}
      className="drawer"
      open={initial !== undefined}
      data-instant={initial !== undefined || undefined}
      aria-labelledby="drawer-title"
      onClose={onClose}
      {...CLOSED_BY_CLICK_OUTSIDE}
    >
      <div className="drawer-head">
        <div className="drawer-text">
          <h2 id="drawer-title" tabIndex={-1} lang={lang}>
            {drawer.title || t("drawer.title")}
          </h2>
          {drawer.description !== "" && <p lang={lang}>{drawer.description}</p>}
          {feed !== undefined && (
            <p className="drawer-links">
              <a href={`/detail/${feed.feedId}`}>{t("drawer.page")}</a>
              <a href={feed.url} rel="noopener noreferrer">
                {t("drawer.site")}
              </a>
              {drawer.claimFeedBtn && drawer.claimFeedOn && (
                <a href={`/verifylinkaccount?feedId=${feed.feedId}`}>{t("drawer.claim")}</a>
              )}
              {drawer.claimFeedBtn && !drawer.claimFeedOn && <span>{t("drawer.claimed")}</span>}
            </p>
          )}
        </div>
        {feed !== undefined && (
          <div className="drawer-follow">
            <FollowButton
              key={feed.feedId}
              feed={feed}
              followed={followed.includes(feed.feedId)}
              locale={locale}
              words={words}
              from={from}
              isInDrawer
            />
            <GroupSelect feed={feed} t={t} />
          </div>
        )}
        <a
          className="icon-button drawer-close"
          href={closeHref}
          onClick={(event) => {
            event.preventDefault()
            closeDrawer()
          }}
        >
          <span className="visually-hidden">{t("drawer.close")}</span>
          <Cross />
        </a>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by the arrow keys */}
      <div className="drawer-body" ref={scroller} tabIndex={0}>
        <PreviewList preview={preview} format={formatOf(locale, timeZone)} now={new Date(nowMs)} t={t} />
      </div>
    </dialog>
  )
}

function Cross() {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden="true"
    >
      <path d="M6 6l12 12M18 6 6 18" strokeLinecap="round" />
    </svg>
  )
}

/** React has no type for the attribute yet. */
const CLOSED_BY_CLICK_OUTSIDE = { closedby: "any" } as const

/** Makes the dialog modal while it is open: the browser keeps the focus in it, closes it on Escape and restores the focus. */
const useModal = (shows: boolean) => {
  const ref = useRef<HTMLDialogElement>(null)
  /** The browser reports a close later: a reader who goes back and at once forward has opened the drawer again by then. */
  const closedByPage = useRef(false)
  useEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    if (!shows) {
      if (dialog.open) closedByPage.current = true
      dialog.close()
      return
    }
    if (dialog.matches(":modal")) return
    // The server can only render it open, not modal.
    dialog.removeAttribute("open")
    dialog.showModal()
    dialog.querySelector<HTMLElement>("h2")?.focus()
  }, [shows])
  const onClose = () => {
    if (closedByPage.current) closedByPage.current = false
    else closeDrawer()
  }
  return { dialog: ref, onClose }
}

/** The drawer's state; until hydration, as the server rendered it. */
const useDrawer = (rendered: DrawerState): DrawerState =>
  useSyncExternalStore(
    (changed) => $drawer.listen(changed),
    () => $drawer.get(),
    () => rendered,
  )

const usePreview = (rendered: PreviewState): PreviewState =>
  useSyncExternalStore(
    (changed) => $preview.listen(changed),
    () => $preview.get(),
    () => rendered,
  )

const keyOf = (feedId: string) => `quire:drawer:${feedId}`

/** Restores a list's scroll position in this tab, also after the reader opened an item and came back. */
const useSavedScroll = (feedId: string | undefined) => {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const list = ref.current
    if (list === null || feedId === undefined) return
    list.scrollTop = Number(sessionStorage.getItem(keyOf(feedId)) ?? 0)
    const keep = () => sessionStorage.setItem(keyOf(feedId), String(Math.round(list.scrollTop)))
    list.addEventListener("scrollend", keep)
    addEventListener("pagehide", keep)
    return () => {
      list.removeEventListener("scrollend", keep)
      removeEventListener("pagehide", keep)
    }
  }, [feedId])
  return ref
}
