import { randomBytes } from "node:crypto"
import { chmodSync, rmSync } from "node:fs"
import { createServer, type Socket } from "node:net"
import { Effect, Result, Schema } from "effect"
import type { KeeperDirectory } from "./KeeperDirectory.ts"
import type { Keeper } from "./makeKeeper.ts"
import { Answer, type Greeting, Hello, isMac, LINE_LENGTH_MAX, Question } from "./wire.ts"

/** The keeper's group contains only the site's user. */
const SOCKET_MODE = 0o660
const NONCE_BYTES = 32
/** A caller that does not introduce itself is dropped. */
const HELLO_MS_MAX = 5_000
const CONNECTIONS_MAX = 32

const decodeHello = Schema.decodeUnknownResult(Hello)
const decodeQuestion = Schema.decodeUnknownResult(Question)
const encodeAnswer = Schema.encodeSync(Answer)

type Serving = {
  readonly keeper: Keeper
  readonly directory: KeeperDirectory
  readonly siteKey: Uint8Array
  readonly socket: string
}

/** Serves the keeper on a Unix socket until the scope closes. Each caller proves who it is before it asks. */
export const serveKeeper = ({ keeper, directory, siteKey, socket: path }: Serving) =>
  Effect.gen(function* () {
    const services = yield* Effect.context<never>()
    const run = Effect.runPromiseWith(services)
    const open = new Set<Socket>()
    const server = createServer((socket) => {
      if (open.size >= CONNECTIONS_MAX) return void socket.destroy()
      open.add(socket)
      socket.on("close", () => open.delete(socket))
      // A client that has disconnected gets no response.
      socket.on("error", () => socket.destroy())
      serve(socket)
    })

    const serve = (socket: Socket) => {
      const nonce = randomBytes(NONCE_BYTES).toString("base64")
      const publicKey = Buffer.from(directory.publicKey).toString("base64")
      socket.write(`${JSON.stringify({ nonce, publicKey } satisfies typeof Greeting.Type)}\n`)
      const impatient = setTimeout(() => socket.destroy(), HELLO_MS_MAX)
      socket.on("close", () => clearTimeout(impatient))
      let isKnown = false
      readLines(socket, (line) => {
        if (!isKnown) {
          isKnown = isSite(line, nonce)
          if (!isKnown) return void socket.destroy()
          return clearTimeout(impatient)
        }
        const question = read(line, decodeQuestion)
        if (question === null) return void socket.destroy()
        void run(answerTo(keeper, question)).then(
          (answer) => socket.write(`${JSON.stringify(encodeAnswer(answer))}\n`),
          () => socket.destroy(),
        )
      })
    }

    const isSite = (line: string, nonce: string): boolean => {
      const hello = read(line, decodeHello)
      return hello !== null && isMac(hello.mac, siteKey, nonce)
    }

    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => {
        // What an earlier process left behind. Two keepers do not share a directory.
        rmSync(path, { force: true })
        server.on("error", (error) => resume(Effect.die(error)))
        server.listen(path, () => {
          chmodSync(path, SOCKET_MODE)
          resume(Effect.void)
        })
      }),
      () =>
        Effect.callback<void>((resume) => {
          for (const socket of open) socket.destroy()
          server.close(() => resume(Effect.void))
        }),
    )
  })

const answerTo = (keeper: Keeper, question: Question): Effect.Effect<Answer> => {
  const { id } = question
  const imageOf = (opened: ReturnType<Keeper["open"]>) =>
    Effect.match(opened, {
      onSuccess: (image): Answer => ({ id, image: Buffer.from(image).toString("base64") }),
      onFailure: ({ cause }): Answer => ({ id, refused: cause }),
    })
  switch (question.ask) {
    case "put":
      return Effect.map(keeper.put(question.docId, question.wrapped), (done) => ({ id, done }))
    case "shred":
      return Effect.map(keeper.shred(question), (done) => ({ id, done }))
    case "list":
      return Effect.map(keeper.list(question.beforeMs), (docIds) => ({ id, docIds }))
    case "preview":
      return imageOf(keeper.preview(question))
    case "open":
      return imageOf(keeper.open(question))
  }
}

const read = <A>(line: string, decode: (value: unknown) => Result.Result<A, unknown>): A | null => {
  try {
    return Result.getOrNull(decode(JSON.parse(line)))
  } catch {
    return null
  }
}

/** Calls back for each line of a socket; destroys one that sends a longer line than allowed. */
export const readLines = (socket: Socket, work: (line: string) => void): void => {
  let parts: Array<string> = []
  let length = 0
  socket.setEncoding("utf8")
  socket.on("data", (text: string) => {
    const [first = "", ...lines] = text.split("\n")
    parts.push(first)
    length += first.length
    if (length > LINE_LENGTH_MAX) return void socket.destroy()
    for (const next of lines) {
      const line = parts.join("")
      parts = [next]
      length = next.length
      work(line)
    }
  })
}
