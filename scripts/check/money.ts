import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { root } from "../run/root.ts"

/** Places where money is whole units as `bigint` or text, and never a floating-point number. */
const PLACES = [
  "core/{subscriptions,wallet}/**",
  "projections/{rates,subscriptions,wallet}/**",
  "scripts/ops/wallet/**",
  // Other calls use the same words for counts: `total`, `posted`.
  "src/api/{balance,donation,userProfile.withdrawal,wallet}*",
  "src/components/wallet/**",
  "src/features/{donate,wallet}/**",
  "src/lib/{assetTypes,baseCurrency,formatAmount}*",
  "src/pages/{transactionhistory,wallet/**/}*",
  "src/web/wallet/**",
]
const FIXTURE = join(root, "scripts", "check", "fixtures", "money")
const SOURCE = /\.tsx?$/
/** Tests, including generators of cases, are exempt. */
const TESTS = /\.test\.tsx?$|\/testing\//

/**
 * Words that mark a name as money, and words beside them that make it something about money: a count, a time, an id.
 */
const MONEY = /^(?:amount|balance|cost|credit|debit|fee|held|mid|paid|posted|price|sum|total|unit)s?$/
const ABOUT =
  /^(?:at|bytes?|cap|characters?|count|cron|days?|decimals?|digits?|hours?|id|ids|index|key|keys|kind|length|level|minutes?|ms|percent|place|position|rank|scale|seconds?|size|sources?|text|version|vsize|weight)$/

interface Found {
  readonly file: string
  readonly line: number
  readonly problem: string
}

/**
 * Finds money of type `number`: declared, converted, or written as a fraction, recognized by names. Then verifies with
 * a fixture that it reports exactly the marked lines.
 */
export async function moneyProblems(): Promise<string | undefined> {
  const files = PLACES.map((place) => globSync(place, { cwd: root }))
  // A path without files was moved and is no longer checked.
  const missing = PLACES.filter((_, index) => !files[index]?.some((file) => SOURCE.test(file)))
  const product = files
    .flat()
    .filter((file) => SOURCE.test(file) && !TESTS.test(file))
    .flatMap((file) => problemsIn(root, file))
  const problems = [
    ...missing.map((place) => `No source is found at ${place}.`),
    ...product.map(({ file, line, problem }) => `${file}:${line} ${problem}`),
    ...fixtureProblems(),
  ]
  return problems.length > 0 ? problems.join("\n") : undefined
}

function fixtureProblems(): ReadonlyArray<string> {
  return globSync("**/*.ts", { cwd: FIXTURE }).flatMap((file) => {
    const caught = new Set(problemsIn(FIXTURE, file).map(({ line }) => line))
    return readFileSync(join(FIXTURE, file), "utf8")
      .split("\n")
      .flatMap((text, index) => {
        const isMarked = text.endsWith("// caught")
        if (isMarked === caught.has(index + 1)) return []
        return [`Line ${index + 1} of the fixture ${file} is ${isMarked ? "not caught" : "caught without a reason"}.`]
      })
  })
}

function problemsIn(base: string, file: string): ReadonlyArray<Found> {
  const source = ts.createSourceFile(file, readFileSync(join(base, file), "utf8"), ts.ScriptTarget.Latest, true)
  const found: Array<Found> = []
  const visit = (node: ts.Node): void => {
    const problem = problemOf(node)
    if (problem !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      found.push({ file, line: line + 1, problem })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function problemOf(node: ts.Node): string | undefined {
  if (ts.isNumericLiteral(node) && /[.]|e-/i.test(node.getText()) && !/^0[xob]/i.test(node.getText()))
    return `the fraction ${node.getText()}: write it as text, or as whole units`
  const name = declaredMoney(node)
  if (name !== undefined) {
    if (ts.isPropertyAssignment(node) && NUMBER_SCHEMA.test(withoutMembers(node.initializer)))
      return `${name} is decoded as a number: money is text on the wire and bigint inside`
    const { type, initializer } = node as Partial<Pick<ts.VariableDeclaration, "type" | "initializer">>
    const cast = initializer !== undefined && ts.isAsExpression(initializer) ? initializer.type : undefined
    if (mentionsNumber(type) || mentionsNumber(cast)) return `${name} is a number: money is bigint`
  }
  const converted = convertedMoney(node)
  return converted === undefined ? undefined : `${converted} is made a number: money stays bigint or text`
}

/** Schemas and columns with number values. */
const NUMBER_SCHEMA =
  /\bSchema\.(?:Number|Int|Finite|FiniteFromString|NumberFromString)\b|\bis\.(?:int|bigint)\b|\bConfig\.(?:Number|Int|Finite)\b/

/** The text of a schema without its members, which have their own names and are checked separately. */
function withoutMembers(schema: ts.Node): string {
  if (ts.isObjectLiteralExpression(schema)) return "{}"
  const text = schema.getText()
  let end = 0
  let stored = ""
  const visit = (node: ts.Node): void => {
    if (!ts.isObjectLiteralExpression(node)) {
      ts.forEachChild(node, visit)
      return
    }
    stored += text.slice(end, node.getStart() - schema.getStart())
    end = node.getEnd() - schema.getStart()
  }
  visit(schema)
  return stored + text.slice(end)
}

/** The name that a node declares, if it means money. */
function declaredMoney(node: ts.Node): string | undefined {
  const declares =
    ts.isParameter(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertyAssignment(node)
  if (!declares || !(ts.isIdentifier(node.name) || ts.isStringLiteral(node.name))) return undefined
  return saysMoney(node.name.text) ? node.name.text : undefined
}

function saysMoney(name: string): boolean {
  const words = (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())
  return words.some((word) => MONEY.test(word)) && !words.some((word) => ABOUT.test(word))
}

/** Functions that take money and return a number only count if their own name means money; parameter types do not. */
function mentionsNumber(type: ts.TypeNode | undefined): boolean {
  if (type === undefined) return false
  let isMentioned = false
  const visit = (node: ts.Node): void => {
    // Members of a type have their own names and are checked separately.
    if (ts.isPropertySignature(node) || ts.isParameter(node)) return
    // The key type of a map or record says nothing about its values.
    if (ts.isTypeReferenceNode(node) && KEYED.test(node.typeName.getText())) {
      node.typeArguments?.slice(1).forEach(visit)
      return
    }
    if (node.kind === ts.SyntaxKind.NumberKeyword) isMentioned = true
    ts.forEachChild(node, visit)
  }
  visit(type)
  return isMentioned
}

const KEYED = /^(?:Record|Map|ReadonlyMap)$/

const CONVERTING = /^(?:globalThis\.)?(?:Number|parseFloat|parseInt|Number\.parseFloat|Number\.parseInt|Math\.\w+)$/

/** The money name in an expression that converts it to a number: `Number(amount)`, `+amount`, `Math.round(amount)`. */
function convertedMoney(node: ts.Node): string | undefined {
  if (ts.isCallExpression(node) && CONVERTING.test(node.expression.getText())) {
    if (/parseFloat$/.test(node.expression.getText())) return node.getText()
    return node.arguments.map(moneyIn).find((name) => name !== undefined)
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.PlusToken) return moneyIn(node.operand)
  return undefined
}

/** The first name in an expression that means money. */
function moneyIn(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node)) return saysMoney(node.text) ? node.text : undefined
  if (ts.isPropertyAccessExpression(node))
    return ABOUT.test(node.name.text) ? undefined : (moneyIn(node.name) ?? moneyIn(node.expression))
  return ts.forEachChild(node, moneyIn)
}
