import { Data } from "effect"

/** The new address is one of this installation. */
export class OwnAddress extends Data.TaggedError("OwnAddress") {
  readonly messageKey = "moves.ownAddress"
}

/** The new place does not name the channel. */
export class NoMoveProof extends Data.TaggedError("NoMoveProof") {
  readonly messageKey = "moves.noProof"
}

/** Nothing at the new place answered. */
export class NotReachedThere extends Data.TaggedError("NotReachedThere") {
  readonly messageKey = "moves.notReached"
}
