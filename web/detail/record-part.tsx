// A part of a screen that another module draws: the screen names it, and the page, which knows all modules, supplies
// it.
import type { Model } from '../../core/model.ts'
import { createContext, lazy, Suspense, use, type ComponentType } from 'react'

export type RecordPartProps = { readonly recordKey: number }
type Load = () => Promise<{ default: ComponentType<RecordPartProps> }>
export type RecordParts = Readonly<Record<string, ComponentType<RecordPartProps>>>

/** The parts that the page supplies; each is loaded when it is drawn. */
export const partsOf = (loads: Readonly<Record<string, Load>>): RecordParts =>
  Object.fromEntries(Object.entries(loads).map(([name, load]) => [name, lazy(load)]))
/** Loads the model of any module, by id: supplied by the page too. */
export const LoadModelContext = createContext<(id: string) => Promise<Model | undefined>>(() =>
  Promise.resolve(undefined),
)
export const RecordPartsContext = createContext<RecordParts>({})

/** Draws nothing when the page supplies no such part. */
export const RecordPart = ({ name, recordKey }: RecordPartProps & { readonly name: string }) => {
  const Part = use(RecordPartsContext)[name]
  return Part ? (
    <Suspense>
      <Part recordKey={recordKey} />
    </Suspense>
  ) : null
}
