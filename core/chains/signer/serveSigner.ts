import type { Readable, Writable } from "node:stream"
import { Effect, Result, Schema } from "effect"
import { networks } from "../networks.ts"
import { eachLine } from "./eachLine.ts"
import { type Signer, SigningRefused } from "./Signer.ts"
import { Answer, Question } from "./wire.ts"

const decode = Schema.decodeUnknownResult(Question)
const encode = Schema.encodeSync(Answer)

/** Answers one request per line until the stream ends. An invalid line ends the stream. */
export function serveSigner(signer: Signer, input: Readable, output: Writable): void {
  eachLine(input, (line) => {
    const question = read(line)
    if (question === undefined) return void input.destroy()
    output.write(`${JSON.stringify(encode(answerTo(signer, question)))}\n`)
  })
}

function read(line: string): Question | undefined {
  try {
    return Result.getOrUndefined(decode(JSON.parse(line)))
  } catch {
    return undefined
  }
}

function answerTo(signer: Signer, question: Question): Answer {
  const { id } = question
  const network = networks[question.chain][question.stage]
  const answering = Effect.gen(function* () {
    if (question.ask === "account") return { id, account: yield* signer.account(network) }
    const signed = yield* signer.sign({
      network,
      psbt: question.psbt,
      outputs: question.outputs.map(({ script, amount }) => ({ script, amount: BigInt(amount) })),
      feeMax: BigInt(question.feeMax),
      approvals: question.approvals,
    })
    return { id, signed: { ...signed, fee: signed.fee.toString() } }
  })
  return Result.match(Effect.runSync(Effect.result(answering)), {
    onSuccess: (answer) => answer,
    onFailure: (failure) => ({
      id,
      refused:
        failure instanceof SigningRefused
          ? { reason: failure.reason, detail: failure.detail }
          : { reason: "malformed" as const, detail: failure.detail },
    }),
  })
}
