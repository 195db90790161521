/**
 * The part of a service worker's global scope that ours uses. TypeScript's `webworker` library conflicts with the
 * `dom` library, and one configuration checks both.
 */
export interface WorkerScope {
  readonly clients: {
    /** The tabs of this site, including those opened before this worker. */
    matchAll(options: {
      readonly type: "window"
      readonly includeUncontrolled?: boolean
    }): Promise<ReadonlyArray<WindowClient>>
    openWindow(url: string): Promise<WindowClient | null>
    claim(): Promise<void>
  }
  readonly location: Location
  readonly registration: ServiceWorkerRegistration
  /** Not in all browsers. */
  readonly cookieStore?: { get(name: string): Promise<{ readonly value: string } | null> }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void): void
}

export interface WindowClient {
  readonly url: string
  readonly focused: boolean
  focus(): Promise<WindowClient>
  navigate(url: string): Promise<WindowClient | null>
  postMessage(message: unknown): void
}

export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface WorkerEvents {
  readonly install: ExtendableEvent
  readonly activate: ExtendableEvent
  readonly fetch: ExtendableEvent & {
    readonly request: Request
    readonly preloadResponse: Promise<Response | undefined>
    respondWith(answer: Promise<Response> | Response): void
  }
  readonly message: ExtendableEvent & { readonly data: unknown }
  readonly push: ExtendableEvent & { readonly data: { json(): unknown } | null }
  readonly notificationclick: ExtendableEvent & { readonly notification: Notification }
  readonly pushsubscriptionchange: ExtendableEvent & { readonly oldSubscription?: PushSubscription | null }
}

export const worker = self as unknown as WorkerScope
