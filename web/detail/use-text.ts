// How a value of the history reads: names in place of keys, `nothing` for what is empty.
import { shownText } from '../record/shown.ts'
import { useOptions } from '../record/use-options.ts'
import type { Names, Part } from '../record/changes.ts'

export const useText = ({ name, field }: Part, names: Names) => {
  const options = useOptions(field)
  return (value: unknown): string =>
    value === null || value === undefined || value === ''
      ? 'nothing'
      : (names.get(`${name}:${String(value)}`) ?? (shownText(field, value, {}, options) || String(value)))
}
