import { createHash } from "node:crypto"
import type { Aggregate } from "#core/kernel"
import { compareVersions } from "#core/releases"
import { FlagEvent, FlagEvents, type FlagRule } from "./events.ts"

/** Features that operators can turn off, or open step by step. All are on until an operator decides otherwise. */
export const FLAGS = ["signUp", "imports", "assistant", "comments", "publishing", "identityChecks"] as const
export type Flag = (typeof FLAGS)[number]

/** The rules that operators set, by flag. */
export type FlagRulesState = ReadonlyMap<string, FlagRule>

/** The only id of the stream of all flags: there are few, and one version check covers them. */
export const FLAGS_ID = "all"

export const FlagRules: Aggregate<FlagRulesState, FlagEvent> = {
  category: "flags",
  events: FlagEvents,
  initial: new Map(),
  evolve: (state, event) =>
    FlagEvent.match(event, {
      "flags.FlagSet.v1": ({ flag, rule }) => new Map(state).set(flag, rule),
      "flags.FlagReset.v1": ({ flag }) => new Map([...state].filter(([name]) => name !== flag)),
    }),
}

const SHARES = 100

/**
 * Whether a rule gives a feature to a caller. Guests have no stable id, so a share or a list of people leaves them out.
 * @param rule undefined if no operator set one
 * @param release the running release
 */
export const isOnFor = (flag: Flag, rule: FlagRule | undefined, personId: string | null, release: string): boolean => {
  if (rule === undefined) return true
  switch (rule.kind) {
    case "on":
      return true
    case "off":
      return false
    case "percent":
      return personId !== null && shareOf(flag, personId) < rule.percent
    case "people":
      return personId !== null && rule.personIds.includes(personId)
    case "release":
      return compareVersions(release, rule.release) >= 0
  }
}

/** 0 to 99, always the same for a flag and a person. */
const shareOf = (flag: Flag, personId: string): number =>
  createHash("sha256").update(`${flag}\n${personId}`).digest().readUInt32BE(0) % SHARES
