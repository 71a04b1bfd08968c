// How a value of the history is written: names in place of keys, `nothing` for what is empty.
import type { Field } from '../../core/model.ts'
import { useGet } from '../api/cache.ts'
import { shownText } from '../record/shown.ts'
import { useOptions } from '../record/use-options.ts'
import type { Names, Part } from '../record/changes.ts'

/** A text with names in place of the keys in braces. */
const useNamed = (keyed: Field['keyed']) => {
  const { data = [] } = useGet<readonly Readonly<Record<string, unknown>>[]>(keyed?.path)
  const known = new Map(keyed && data.map((row) => [String(row[keyed.value]), String(row[keyed.label])]))
  return (text: string): string =>
    keyed
      ? text.replace(/\{\s*(\d+)\s*\}/g, (braces, key: string) =>
          known.has(key) ? `{${known.get(key) ?? ''}}` : braces,
        )
      : text
}

export const useText = ({ name, field }: Part, names: Names) => {
  const options = useOptions(field)
  const named = useNamed(field.keyed)
  return (value: unknown): string =>
    value === null || value === undefined || value === ''
      ? 'nothing'
      : (names.get(`${name}:${String(value)}`) ?? named(shownText(field, value, {}, options) || String(value)))
}
