import { existsSync } from "node:fs"
import { availableParallelism } from "node:os"
import { dirname, join } from "node:path"
import { Worker } from "node:worker_threads"
import type { NotAFeedReason } from "#core/syndication"
import type { AboutDocument, DocumentToRead, ReadFeed } from "../readFeed.ts"

/** Time limit per document; the longest of the corpora takes a tenth of it. */
export const READ_MS_MAX = 5_000
/** Memory limit of a thread: a document of 10 MB with its tree and items fits. */
export const READ_HEAP_MB_MAX = 256
/** An idle thread ends after this time. */
const IDLE_MS = 60_000
const START_MS_MAX = 60_000

export type ReadingOptions = {
  /** By default one less than there are cores, at least two, so that one hard document does not block others. */
  readonly threads?: number | undefined
  readonly readMsMax?: number | undefined
  readonly heapMbMax?: number | undefined
  readonly idleMs?: number | undefined
  /** The program of the threads, for tests. */
  readonly module?: string | URL | undefined
}

/** `secondReader` tells whether feedparser found items in a document in which our reader found none. */
export type ReadOutcome = ({ readonly read: ReadFeed } | { readonly reason: NotAFeedReason }) & {
  readonly secondReader?: SecondReading
}
export type SecondReading = "helped" | "failed"
/** A message of a thread; an error of our own code is sent as text. */
export type ThreadAnswer = ReadOutcome | { readonly fault: string }

type Job = {
  readonly document: DocumentToRead
  readonly about: AboutDocument
  readonly resolve: (outcome: ReadOutcome) => void
  readonly reject: (error: Error) => void
}
type Thread = { readonly worker: Worker; ready: boolean; job: Job | null; timer: NodeJS.Timeout | null; over: boolean }

/**
 * Reads documents in worker threads, one at a time per thread. Threads start on demand and end when idle. A thread that
 * exceeds its time or memory is killed and its document refused; other documents are not affected.
 */
export class ReadingThreads {
  private readonly options: { readonly [Key in keyof ReadingOptions]-?: NonNullable<ReadingOptions[Key]> }
  private readonly threads = new Set<Thread>()
  private readonly queue: Array<Job> = []

  constructor(options: ReadingOptions = {}) {
    this.options = {
      threads: options.threads ?? Math.max(2, availableParallelism() - 1),
      readMsMax: options.readMsMax ?? READ_MS_MAX,
      heapMbMax: options.heapMbMax ?? READ_HEAP_MB_MAX,
      idleMs: options.idleMs ?? IDLE_MS,
      module: options.module ?? threadModule(),
    }
  }

  /** Rejects only on errors of our own code. */
  read(document: DocumentToRead, about: AboutDocument): Promise<ReadOutcome> {
    return new Promise((resolve, reject) => {
      this.queue.push({ document, about, resolve, reject })
      this.assign()
    })
  }

  async close(): Promise<void> {
    const workers = [...this.threads].map(({ worker }) => worker)
    for (const thread of this.threads) this.end(thread)
    for (const job of this.queue.splice(0)) job.reject(new Error("the reading threads are closed"))
    await Promise.all(workers.map((worker) => worker.terminate()))
  }

  private assign(): void {
    for (const thread of this.threads) {
      if (this.queue.length === 0) return
      if (thread.ready && thread.job === null) this.give(thread)
    }
    // A starting thread will take one of the waiting jobs.
    const starting = [...this.threads].filter(({ ready }) => !ready).length
    if (this.queue.length > starting && this.threads.size < this.options.threads) this.start()
  }

  private give(thread: Thread): void {
    const job = this.queue.shift()
    if (job === undefined) return
    thread.job = job
    this.setTimer(thread, this.options.readMsMax, () => {
      this.end(thread)
      job.resolve({ reason: "too-slow" })
      this.assign()
    })
    const { bytes, finalUrl, contentType, links } = job.document
    thread.worker.postMessage({ document: { bytes, finalUrl, contentType, links }, about: job.about })
  }

  private start(): void {
    const worker = new Worker(this.options.module, {
      resourceLimits: { maxOldGenerationSizeMb: this.options.heapMbMax },
      stdout: false,
      stderr: false,
    })
    worker.unref()
    const thread: Thread = { worker, ready: false, job: null, timer: null, over: false }
    this.threads.add(thread)
    this.setTimer(thread, START_MS_MAX, () => this.fail(thread, new Error("a reading thread did not start")))
    worker.on("message", (answer: "ready" | ThreadAnswer) => this.handleAnswer(thread, answer))
    worker.on("error", (error: NodeJS.ErrnoException) => this.fail(thread, error))
    worker.on("exit", () => this.fail(thread, new Error("a reading thread ended")))
  }

  private handleAnswer(thread: Thread, answer: "ready" | ThreadAnswer): void {
    if (thread.over) return
    const { job } = thread
    thread.ready = true
    thread.job = null
    this.setTimer(thread, this.options.idleMs, () => this.end(thread))
    if (answer !== "ready" && job !== null) {
      if ("fault" in answer) job.reject(new Error(answer.fault))
      else job.resolve(answer)
    }
    this.assign()
  }

  private fail(thread: Thread, error: NodeJS.ErrnoException): void {
    if (thread.over) return
    const { job, ready } = thread
    this.end(thread)
    if (job !== null && error.code === "ERR_WORKER_OUT_OF_MEMORY") job.resolve({ reason: "too-heavy" })
    else if (job !== null) job.reject(error)
    // Threads that cannot start would be restarted endlessly.
    if (!ready) for (const waiting of this.queue.splice(0)) waiting.reject(error)
    this.assign()
  }

  private end(thread: Thread): void {
    thread.over = true
    if (thread.timer !== null) clearTimeout(thread.timer)
    this.threads.delete(thread)
    void thread.worker.terminate()
  }

  private setTimer(thread: Thread, ms: number, work: () => void): void {
    if (thread.timer !== null) clearTimeout(thread.timer)
    thread.timer = setTimeout(work, ms)
    if (thread.job === null) thread.timer.unref()
  }
}

/** In a bundle the thread is a file beside it, otherwise the source. */
const threadModule = (): string | URL => {
  const bundled = join(dirname(process.argv[1] ?? "."), "reading.mjs")
  return existsSync(bundled) ? bundled : new URL("./thread.ts", import.meta.url)
}
