// Which columns a list shows, and in which order, when the user has chosen.
import type { Column } from '../table/columns.ts'

/** The chosen columns in their order. Unknown names are left out; without any known one all columns show. */
export const chosenOf = (all: readonly Column[], names: readonly string[] | undefined): readonly Column[] => {
  const chosen = (names ?? []).flatMap((name) => all.find((column) => column.name === name) ?? [])
  return chosen.length === 0 ? all : chosen
}

export type Choice = { readonly name: string; readonly title: string; readonly isOn: boolean }
/** All columns to choose from: the ones that show first, in their order. */
export const choicesOf = (all: readonly Column[], names: readonly string[] | undefined): readonly Choice[] => {
  const on = chosenOf(all, names)
  const off = all.filter((column) => !on.includes(column))
  return [...on.map((column) => ({ ...column, isOn: true })), ...off.map((column) => ({ ...column, isOn: false }))].map(
    ({ name, title, isOn }) => ({ name, title, isOn }),
  )
}
export const toggled = (choices: readonly Choice[], name: string): readonly Choice[] =>
  choices.map((choice) => (choice.name === name ? { ...choice, isOn: !choice.isOn } : choice))
/** One place up (-1) or down (1), as far as the ends. */
export const moved = (choices: readonly Choice[], name: string, by: -1 | 1): readonly Choice[] => {
  const at = choices.findIndex((choice) => choice.name === name)
  const to = at + by
  // -1 is no place, though a list would take it for its last
  const [one, other] = [choices[at], to < 0 ? undefined : choices[to]]
  return one && other ? choices.with(at, other).with(to, one) : choices
}
/** The choice to save: names in order; undefined when it equals the list's own columns. */
export const namesOf = (choices: readonly Choice[], all: readonly Column[]): readonly string[] | undefined => {
  const names = choices.filter((choice) => choice.isOn).map((choice) => choice.name)
  const isPlain = names.length === all.length && all.every((column, at) => column.name === names[at])
  return isPlain || names.length === 0 ? undefined : names
}
