/** A directed graph: each node with the nodes that it points at. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** Builds the graph of these nodes and arrows, without arrows from a node to itself. */
export function graphOf(nodes: Iterable<string>, arrows: Iterable<Arrow>): Graph {
  const graph = new Map<string, Set<string>>([...nodes].map((node) => [node, new Set()]));
  for (const { from, to } of arrows) if (from !== to) graph.get(from)?.add(to);
  return graph;
}

/** Groups nodes that reach each other (Tarjan), dependencies first. */
function groupsOf(graph: Graph): string[][] {
  const found: string[][] = [];
  const index = new Map<string, number>();
  const stack: string[] = [];
  const open = new Set<string>();
  const visit = (node: string): number => {
    let low = index.size;
    index.set(node, low);
    const own = low;
    stack.push(node);
    open.add(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) low = Math.min(low, visit(next));
      else if (open.has(next)) low = Math.min(low, index.get(next) ?? low);
    }
    if (low === own) {
      const group = stack.splice(stack.indexOf(node));
      for (const member of group) open.delete(member);
      found.push(group.sort());
    }
    return low;
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return found;
}

/** Returns the groups of nodes that reach themselves through others. */
export function cyclesOf(graph: Graph): string[][] {
  return groupsOf(graph).filter((group) => group.length > 1);
}

/** Returns the floor of each node: one above the highest that it points at; the members of a cycle share one. */
export function floorsOf(graph: Graph): Map<string, number> {
  const floors = new Map<string, number>();
  for (const group of groupsOf(graph)) {
    const below = group.flatMap((node) => [...(graph.get(node) ?? [])].filter((next) => !group.includes(next)));
    const floor = 1 + Math.max(0, ...below.map((node) => floors.get(node) ?? 0));
    for (const node of group) floors.set(node, floor);
  }
  return floors;
}

export function highest(floors: ReadonlyMap<string, number>): number {
  return Math.max(0, ...floors.values());
}
