// The floors of rooms: each room is above all rooms that it leads to. In a circle some arrows must go back up.
import type { Graph } from './imports.ts'

/**
 * Groups of rooms that reach each other, those without arrows first; a room outside circles is a group alone (Tarjan).
 */
const groupsOf = (graph: Graph): string[][] => {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const groups: string[][] = []
  const lowest = (room: string, other: number): void => void low.set(room, Math.min(low.get(room) ?? other, other))
  const enter = (room: string): void => {
    const own = index.size
    index.set(room, own)
    low.set(room, own)
    open.push(room)
    for (const next of graph.get(room) ?? []) {
      if (!index.has(next)) {
        enter(next)
        lowest(room, low.get(next) ?? own)
      } else if (open.includes(next)) lowest(room, index.get(next) ?? own)
    }
    if (low.get(room) === own) groups.push(open.splice(open.indexOf(room)))
  }
  for (const room of graph.keys()) if (!index.has(room)) enter(room)
  return groups
}

/** Rooms that reach each other, a list for each circle. */
export const circlesOf = (graph: Graph): string[][] =>
  groupsOf(graph)
    .filter((group) => group.length > 1)
    .map((group) => group.sort())

/** The rooms of each floor, from the ground up; a circle is on one floor. */
export const floorsOf = (graph: Graph): string[][] => {
  const level = new Map<string, number>()
  const floors: string[][] = []
  for (const group of groupsOf(graph)) {
    const below = group.flatMap((room) => [...(graph.get(room) ?? [])]).map((room) => level.get(room) ?? -1)
    const own = Math.max(-1, ...below) + 1
    for (const room of group) level.set(room, own)
    floors[own] = [...(floors[own] ?? []), ...group].sort()
  }
  return floors
}

const most = 18
/**
 * The order of a circle's rooms, from the ground up, that sends the fewest arrows back: it stores the best order of
 * every set of rooms, for growing sets.
 */
const orderOf = (rooms: readonly string[], graph: Graph): readonly string[] => {
  if (rooms.length > most) return rooms
  const leads = rooms.map((room) =>
    rooms.reduce((set, other, at) => (graph.get(room)?.has(other) ? set | (1 << at) : set), 0),
  )
  const count = (set: number): number => (set === 0 ? 0 : (set & 1) + count(set >>> 1))
  const cost = new Uint16Array(2 ** rooms.length).fill(0xffff)
  const last = new Uint8Array(cost.length)
  cost[0] = 0
  for (let set = 0; set < cost.length; set += 1) {
    for (const [at, to] of leads.entries()) {
      const bigger = set | (1 << at)
      // an arrow to a room not yet placed goes back up
      const next = (cost[set] ?? 0) + count(to & ~bigger)
      if (bigger === set || next >= (cost[bigger] ?? 0)) continue
      cost[bigger] = next
      last[bigger] = at
    }
  }
  const order: string[] = []
  for (let set = cost.length - 1; set > 0; set &= ~(1 << (last[set] ?? 0))) order.unshift(rooms[last[set] ?? 0] ?? '')
  return order
}

/**
 * The fewest arrows whose removal puts every room on a floor of its own (for a circle of more than 18 rooms: an upper
 * bound).
 */
export const arrowsBack = (graph: Graph): { readonly from: string; readonly to: string }[] =>
  circlesOf(graph).flatMap((circle) => {
    const order = orderOf(circle, graph)
    return order.flatMap((from, at) =>
      order.slice(at + 1).flatMap((to) => (graph.get(from)?.has(to) ? [{ from, to }] : [])),
    )
  })
