import type { Element, Root, RootContent } from "hast"

type Node = Root | RootContent
type Parent = Root | Element

/**
 * Cuts a tree at the first node that `isMarker` finds: the part before it and the part after it, each with the elements
 * around the node. Null without such a node.
 */
export const splitTree = (root: Root, isMarker: (node: Node) => boolean): readonly [Root, Root] | null =>
  splitAt(root, isMarker) as readonly [Root, Root] | null

const splitAt = (parent: Parent, isMarker: (node: Node) => boolean): readonly [Parent, Parent] | null => {
  for (const [index, child] of parent.children.entries()) {
    const [before, after] = [parent.children.slice(0, index), parent.children.slice(index + 1)]
    if (isMarker(child)) return [withChildren(parent, before), withChildren(parent, after)]
    const inner = "children" in child ? splitAt(child, isMarker) : null
    if (inner !== null)
      return [
        withChildren(parent, [...before, inner[0] as RootContent]),
        withChildren(parent, [inner[1] as RootContent, ...after]),
      ]
  }
  return null
}

const withChildren = (parent: Parent, children: ReadonlyArray<RootContent>): Parent =>
  ({ ...parent, children: [...children] }) as Parent
