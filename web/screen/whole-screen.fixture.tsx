// A whole screen of a module on its own page, for tests of screens: the real address, frame and form, with data as if
// just read, and no server.
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { page, userEvent, type Locator } from 'vitest/browser'
import { expect } from 'vitest'
import type { Fields } from '../../core/model.ts'
import { cache, keyOf } from '../api/cache.ts'
import type { Query } from '../api/api.ts'
import { DetailPage } from '../detail/detail-page.tsx'
import { Asked } from '../dialog/asked.tsx'
import { Snackbars } from '../message/snackbar.tsx'
import { dismiss, readNotes } from '../message/snackbar-store.ts'
import { allModels } from '../models.ts'
import { detailOf } from '../modules.ts'
import { SessionContext, type Session } from '../session/session.ts'
import type { Values } from '../record/values.ts'
import { HotkeySheet } from '../shell/hotkey-sheet.tsx'
import { answerSome, bringServerBack, takeServerAway, type Tried } from './no-server.fixture.ts'
import { somebody } from './session.fixture.ts'
import '../tokens.css'
import '../base.css'
import '../shell/shell.css'

let shown: { root: Root; place: HTMLElement } | undefined
/** Removes the screen. */
export const leave = (): void => {
  shown?.root.unmount()
  shown?.place.remove()
  shown = undefined
  bringServerBack()
  for (const { id } of readNotes()) dismiss(id)
}

/** The items of lists, as far as the program names them. */
const items = new Map<number, Values[]>()
const keepItems = (fields: Fields): void => {
  for (const field of Object.values(fields)) {
    keepItems(field.fields ?? {})
    if (field.listId !== undefined && field.items)
      items.set(
        field.listId,
        Object.values(field.items).map(({ id, label }) => ({ ListItemId: id, ItemLabel: label })),
      )
  }
}
for (const { fields } of allModels) keepItems(fields)

type Picked = { readonly path: string; readonly picker: Query; readonly rows: readonly Values[] }
export type Read = readonly (readonly [path: string, query: Query, answer: unknown] | Picked)[]
/** The rows a picker finds without a text. */
export const picked = (path: string, picker: Query, rows: readonly Values[]): Picked => ({ path, picker, rows })
type Given = {
  readonly session?: Session
  /** Data as if just read. */
  readonly read?: Read
  /** The answers of the server to some calls. */
  readonly some?: (call: Tried) => unknown
}

/** Opens an address: `/products`, `/sales?SaleId=7`. */
export const open = async (address: string, { session = somebody(), read = [], some }: Given = {}): Promise<void> => {
  leave()
  cache.clear()
  localStorage.clear()
  takeServerAway()
  if (some) answerSome(some)
  for (const [ListId, rows] of items) cache.setQueryData(keyOf('/api/listitems', { ListId }), rows)
  for (const known of read)
    if ('picker' in known) {
      const { path, picker, rows } = known
      cache.setQueryData([...keyOf(path, picker), 'picker', 0], { text: '', rows })
    } else {
      const [path, query, answer] = known
      cache.setQueryData(keyOf(path, query), answer)
    }
  const root = createRootRoute({
    component: () => (
      <SessionContext value={session}>
        <main className="screen" tabIndex={-1} style={{ height: '100vh' }}>
          <Outlet />
        </main>
        <Asked />
        <HotkeySheet />
        <Snackbars />
      </SessionContext>
    ),
  })
  const shell = createRoute({ getParentRoute: () => root, id: 'shell' })
  const detail = createRoute({
    getParentRoute: () => shell,
    path: '/$moduleId',
    validateSearch: (search: Record<string, unknown>) => search,
    loader: ({ params }) => detailOf(params.moduleId),
    component: DetailPage,
  })
  const summary = createRoute({
    getParentRoute: () => shell,
    path: '/summary/$moduleId',
    component: () => <h1 data-list={summary.useParams().moduleId}>The list</h1>,
  })
  const router = createRouter({
    routeTree: root.addChildren([shell.addChildren([summary, detail])]),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  const place = document.body.appendChild(document.createElement('div'))
  shown = { root: createRoot(place), place }
  shown.root.render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await expect.poll(() => document.querySelector('.detail-body, .empty, h1'), { timeout: 15_000 }).not.toBeNull()
}

export const field = (name: string): HTMLElement | null => document.querySelector(`[data-field=${name}]`)
/** The control of a field. Throws where there is none. */
export const control = (name: string): HTMLInputElement => {
  const found = field(name)?.querySelector<HTMLInputElement>('input, textarea, select')
  if (!found) throw new Error(`No field ${name} here`)
  return found
}
export const box = (name: string): Locator => page.elementLocator(control(name))
export const fieldsShown = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('.detail-body [data-field]')].map(
    (one) => one.getAttribute('data-field') ?? undefined,
  )
export const errorAt = (name: string): string | undefined =>
  field(name)?.querySelector('.error')?.textContent ?? undefined
/** The texts of all fields with errors. */
export const errorsShown = (): Record<string, string> =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLElement>('[data-field]:has(.error)')].map((one) => [
      one.getAttribute('data-field') ?? '',
      one.querySelector('.error')?.textContent ?? '',
    ]),
  )
export const choose = async (name: string, value: number | string): Promise<void> => {
  await userEvent.selectOptions(box(name), String(value))
}
export const fill = async (name: string, text: string): Promise<void> => {
  await userEvent.fill(box(name), text)
}
export const save = async (): Promise<void> => {
  await userEvent.keyboard('{Alt>}s{/Alt}')
}
/** Saves, and expects a refusal at the field with this text; undefined: not at this field. */
export const savedWith = async (name: string, text: string | undefined): Promise<void> => {
  await save()
  await expect.poll(() => document.querySelector('.errors[role=alert]')).not.toBeNull()
  await expect.poll(() => errorAt(name)).toBe(text)
}
/** Opens the picker of a field, types a text and takes the row that shows it. */
export const pick = async (name: string, title: string, text: string): Promise<void> => {
  await userEvent.click(box(name))
  await userEvent.keyboard('{F2}')
  const dialog = page.getByRole('dialog', { name: title })
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard(text)
  await expect.element(dialog.getByRole('row', { selected: true }).getByText(text)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
}
/** Where the focus is. */
export const focused = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-field]')?.getAttribute('data-field') ?? undefined
/** The heads of a grid's columns. */
export const headsOf = (grid: string): string[] =>
  page
    .getByRole('grid', { name: grid })
    .getByRole('columnheader')
    .elements()
    .map((head) => head.textContent.trim())
    .filter((text) => text !== 'Actions' && text !== '')
