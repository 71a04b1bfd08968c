// A form on its own page, for tests of parts that show a record: no server, no router.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import type { Fields, Model } from '../../core/model.ts'
import { keyOf } from '../api/cache.ts'
import { codeColumn, nameColumn } from '../picker/definition.ts'
import type { PickerDefinition } from '../picker/definition.ts'
import { registerPickers } from '../picker/pickers.ts'
import { SessionContext } from '../session/session.ts'
import { deskSession } from '../session/session.fixture.ts'
import { createForm } from '../record/form.ts'
import type { Form, Mode, RecordOptions } from '../record/form.ts'
import { FormContext } from '../record/use-form.ts'
import type { Values } from '../record/values.ts'
import '../tokens.css'
import '../base.css'

/** A picker that reads all its rows at once, as departments do. */
const picker: PickerDefinition = {
  path: '/api/departments',
  key: 'DepartmentId',
  columns: [codeColumn(110), nameColumn],
  local: true,
}
registerPickers({ department: picker })

/** Rows that a picker of all its rows finds, as if just read. */
export type Read = Readonly<Record<string, readonly Values[]>>

let shown: { root: Root; place: HTMLElement } | undefined
/** Removes the drawn page. */
export const clear = (): void => {
  shown?.root.unmount()
  shown?.place.remove()
  shown = undefined
}

/** Draws it with data as if already read, so that no request is sent for it. */
export const draw = (children: ReactNode, read: Read = {}): void => {
  clear()
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  for (const [path, rows] of Object.entries(read))
    cache.setQueryData([...keyOf(path, {}), 'picker', 0], { text: '', rows })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  shown = { root, place }
  root.render(
    <QueryClientProvider client={cache}>
      <SessionContext value={deskSession}>{children}</SessionContext>
    </QueryClientProvider>,
  )
}

type Shown<F extends Fields> = {
  fields: F
  values?: Values
  mode?: Mode
  options?: RecordOptions
  read?: Read
}
/** Draws parts of a record's screen around a real form, and answers the form. */
export const drawForm = <F extends Fields>(children: ReactNode, given: Shown<F>): Form => {
  const { fields, values = {}, mode = 'edit', options = {}, read } = given
  const model = { id: 'things', name: 'Things', singular: 'Thing', fields, key: ['ThingId'] } as unknown as Model
  const form = createForm(model, deskSession, options, mode)
  form.put({ phase: 'ready', values, began: values })
  draw(<FormContext value={form}>{children}</FormContext>, read)
  return form
}
