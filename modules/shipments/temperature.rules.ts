// The temperatures at which tubes travel: in words, in counts, and the dry ice for frozen ones.
import { itemOf } from '../../core/items.ts'
import { frozen, temperatures } from '../lists/items.model.ts'

type Chilled = { readonly TemperatureId: number | null; readonly Temperature: { readonly ItemLabel: string | null } }
const unknownTemperature = 'No temperature'

/** `Refrigerated 2-8 C` as it is printed: `Refrigerated 2–8 °C`. */
export const temperatureText = (label: string | null): string =>
  (label ?? unknownTemperature)
    .replace(/(\d)-(\d)/g, '$1–$2')
    .replace(/<= ?/, '≤ ')
    .replace(/-(\d)/g, '−$1')
    .replace(/ C$/, ' °C')
/** The same in a narrow column: its degrees, or its name where it has none. */
export const degreesOf = (label: string | null): string => {
  const text = temperatureText(label)
  const degrees = /[≤−\d].*°C$/.exec(text)?.[0]
  return degrees === undefined || text.startsWith('Ambient') ? (text.split(/ (?=[≤−\d])/)[0] ?? text) : degrees
}

export const isFrozen = ({ TemperatureId }: Pick<Chilled, 'TemperatureId'>): boolean =>
  TemperatureId !== null && frozen.includes(TemperatureId)

export type Box<T> = { readonly TemperatureId: number | null; readonly label: string; readonly tubes: readonly T[] }
/** A box for each temperature, from ambient down. */
export const boxesOf = <T extends Chilled>(tubes: readonly T[]): Box<T>[] =>
  [...Map.groupBy(tubes, (tube) => tube.TemperatureId)]
    .map(([TemperatureId, inside]) => ({
      TemperatureId,
      label: temperatureText(inside[0]?.Temperature.ItemLabel ?? null),
      tubes: inside,
    }))
    .sort((a, b) => (a.TemperatureId ?? Infinity) - (b.TemperatureId ?? Infinity))

/** `7 at 2–8 °C, 1 ambient, 1 frozen`: the largest count first. */
export const countsOf = (tubes: readonly Chilled[]): string =>
  boxesOf(tubes)
    .sort((a, b) => b.tubes.length - a.tubes.length)
    .map(({ TemperatureId, label, tubes: inside }) => {
      const word = itemOf(temperatures, TemperatureId)?.short?.toLowerCase()
      return `${inside.length} ${word ?? (/°C$/.test(label) ? `at ${degreesOf(label)}` : label.toLowerCase())}`
    })
    .join(', ')

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']
/** The warning for frozen tubes; undefined without any. */
export const dryIceWarning = (tubes: readonly Chilled[]): string | undefined => {
  const count = tubes.filter(isFrozen).length
  if (count === 0) return undefined
  return `${numbers[count] ?? count} frozen ${count === 1 ? 'tube' : 'tubes'}: pack dry ice`
}
