// A part of a screen that another module draws: named by the screen, brought by the page, which knows all modules.
import { createContext, lazy, Suspense, use, type ComponentType } from 'react'

export type RecordPartProps = { readonly recordKey: number }
type Load = () => Promise<{ default: ComponentType<RecordPartProps> }>
export type RecordParts = Readonly<Record<string, ComponentType<RecordPartProps>>>

/** What the page brings; each part comes when it is drawn. */
export const partsOf = (loads: Readonly<Record<string, Load>>): RecordParts =>
  Object.fromEntries(Object.entries(loads).map(([name, load]) => [name, lazy(load)]))
export const RecordPartsContext = createContext<RecordParts>({})

/** Nothing where the page brings no such part. */
export const RecordPart = ({ name, recordKey }: RecordPartProps & { readonly name: string }) => {
  const Part = use(RecordPartsContext)[name]
  return Part ? (
    <Suspense>
      <Part recordKey={recordKey} />
    </Suspense>
  ) : null
}
