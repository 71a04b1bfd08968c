// The results of one sale as a record of many rows: how they are read, locked, checked and sent.
import { withQuery } from '../../../web/api/api.ts'
import { ask } from '../../../web/dialog/ask.ts'
import type { Form, RecordOptions, Shown } from '../../../web/record/form.ts'
import { screenOf } from '../../../web/screen/screen-of.ts'
import { changedItems, missingReasons, notTaken, saveAnywayText, typedOn } from '../judging/changes.rules.ts'
import { isEnterable } from '../judging/sheet.rules.ts'
import { testresults } from '../testresults.model.ts'
import type { ResultRow, ResultSent, Typed } from '../testresults.model.ts'

export const { useForm, useDetail, useRecord } = screenOf(testresults)
type Fields = typeof testresults.fields
export type Sheet = Shown<Fields>
export type SheetForm = Form<Fields>

const untyped: Typed = { changes: new Map(), said: new Map() }
const noRows: readonly ResultRow[] = []
export const rowsOf = ({ Rows }: Sheet): readonly ResultRow[] => Rows ?? noRows
export const typedOf = ({ Typed }: Sheet): Typed => Typed ?? untyped
const sentOf = (sheet: Sheet): ResultSent[] => changedItems(rowsOf(sheet), typedOf(sheet).changes)

/** Focuses the result of a row; answers whether it is there. */
export const focusResult = (id: number | undefined): boolean => {
  const input = id === undefined ? null : document.querySelector<HTMLElement>(`[data-result="${id}"]`)
  input?.focus()
  input?.closest('tr, li')?.scrollIntoView({ block: 'nearest' })
  return input !== null
}
/** Where the next key goes after an act: to the row's result in edit mode, else to the row itself. */
export const focusRow = (id?: number): void => {
  const row =
    document.querySelector<HTMLElement>(id === undefined ? '.result-row.selected' : `[data-row="${id}"]`) ??
    document.querySelector<HTMLElement>('.result-row[tabindex="0"]')
  if (!focusResult(row ? Number(row.dataset.row) : undefined)) row?.focus()
}

/** The place of a row's error: its result, or its reason. */
export const placeOf = (id: number | null | undefined, field?: string): string =>
  field === 'ReasonId' ? `WorkItems.${id}.ReasonId` : `WorkItems.${id}`

const editable = (rows: readonly ResultRow[]): true | string | undefined =>
  rows.some(isEnterable) || (rows.find((row) => !row.Formula) ?? rows[0])?.Actions.update

export const sheetRecord: RecordOptions<Fields> = {
  path: ({ WorkSheetId, SaleId }) => withQuery('/api/testresults', { WorkSheetId, SaleId }),
  rows: {
    field: 'Rows',
    called: 'results',
    id: ({ SaleId }) => SaleId ?? undefined,
    // another bench may edit its own worksheet meanwhile
    part: ({ WorkSheetId }) => (typeof WorkSheetId === 'number' ? WorkSheetId : undefined),
    nameAt: (sheet, path) =>
      rowsOf(sheet).find((row) => row.WorkItemId === Number(path.split('.')[1]))?.Element ?? 'Result',
  },
  loaded: (sheet) => {
    const SaleId = sheet.SaleId ?? rowsOf(sheet)[0]?.SaleId
    const Rows = rowsOf(sheet).filter((row) => row.SaleId === SaleId)
    return { ...sheet, SaleId, Rows, Typed: untyped, Actions: { update: editable(Rows) } }
  },
  typing: {
    of: (sheet) => {
      const WorkItems = sentOf(sheet)
      return WorkItems.length > 0 ? { WorkItems } : undefined
    },
    on: (sheet, { WorkItems }) => ({ ...sheet, Typed: typedOn(rowsOf(sheet), WorkItems ?? [], typedOf(sheet).said) }),
  },
  send: (_sent, sheet) => ({ WorkSheetId: sheet.WorkSheetId, SaleId: sheet.SaleId, WorkItems: sentOf(sheet) }),
  check: (sheet) =>
    Object.fromEntries(
      [...missingReasons(rowsOf(sheet), typedOf(sheet).changes)].map(([id, text]) => [placeOf(id, 'ReasonId'), [text]]),
    ),
  // the server names a row by its id, the model by its index
  errorAt: (path, { WorkItems }) => {
    const [, at, field] = path.split('.')
    return field === undefined ? path : placeOf(WorkItems?.[Number(at)]?.WorkItemId, field)
  },
  confirm: async (form) => {
    const { said } = typedOf(form.state().values)
    const texts = notTaken(rowsOf(form.state().values), said)
    if (texts.length === 0 || (await ask({ text: saveAnywayText(texts) }))) return true
    focusResult([...said].find(([, { refused }]) => refused !== undefined)?.[0])
    return false
  },
  stays: true,
  forgets: ['/api/worksheets', '/api/testreports', '/api/sales', '/api/actions'],
  home: () => focusRow(),
}
