// Carries out the buttons of a list: create, open, clone, receive, unlock, cancel, send again, export.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { cutIn } from '../../core/files/csv.ts'
import { dayOf } from '../../core/dates.ts'
import type { Model } from '../../core/model.ts'
import { inSentence } from '../../core/titles.ts'
import { ApiError, file, put } from '../api/api.ts'
import { forgetModule } from '../api/cache.ts'
import { heads } from '../heads.ts'
import { accessionQuestions, cancelQuestions, isScreen } from '../modules.ts'
import { ask, askChoice, askText } from '../dialog/ask.ts'
import { holdKeys } from '../keys/held-keys.ts'
import { may } from '../session/permission.ts'
import { mayWith } from '../session/row-permission.ts'
import { useSession } from '../session/session.ts'
import { sayError, saySaved } from '../message/snackbar-store.ts'
import { saveFile } from './save-file.ts'
import type { Row } from './table/columns.ts'
import { recordLink } from '../record/record-link.ts'
import { fromOf, openerOf, opens, searchOf } from './row-actions.ts'
import type { Holds, RowPermit } from './row-actions.ts'

/** The last bytes of a file, which include its last line. */
const longestEnd = 500
/** Csv of all rows of the filter in their sort. */
const exportName = (moduleId: string, now: Date | number): string => `${moduleId}-${dayOf(now)}.csv`

/** `print` opens the dialog that prints a row's record. */
export const useActions = (model: Model, print: (row: Row) => void) => {
  const session = useSession()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<string>()
  const holds: Holds = (moduleId, permit, row) =>
    row ? mayWith(session, moduleId, permit, row) : may(session, moduleId, permit)
  const opener = heads[openerOf(model)] ?? model

  const act = async (name: string, work: () => Promise<unknown>) => {
    setBusy(name)
    try {
      await work()
    } catch (error) {
      sayError(error)
    } finally {
      setBusy(undefined)
    }
  }
  const change = (name: string, path: string, body?: unknown) =>
    act(name, async () => {
      saySaved(await put(path, body))
      await forgetModule(model.id)
    })
  const idOf = (row: Row) => row[model.key[0] ?? '']
  const cancel = async (row: Row) => {
    const question = await cancelQuestions[model.id]?.(row)
    const text = question?.text ?? `Are you sure that you want to cancel this ${inSentence(model.singular)} ?`
    const reason = question?.needsReason
      ? await askText({ label: 'Reason', text })
      : (await ask({ text }))
        ? ''
        : undefined
    if (reason === undefined) return
    const send = (more = {}) =>
      put(`/api/cancel/${model.id}`, { formId: idOf(row), ...(reason && { reason }), ...more })
    await act('cancel', async () => {
      saySaved(
        await send().catch(async (error: unknown) => {
          const { code, field, choices } = question?.further ?? {}
          if (!(error instanceof ApiError) || field === undefined || error.code !== code) throw error
          const said = await askChoice({ text: error.message, choices: choices ?? [], cancel: 'Back' })
          if (said === undefined) throw error
          return send({ [field]: said })
        }),
      )
      await forgetModule(model.id)
    })
  }
  const accession = async (row: Row) => {
    const text = await accessionQuestions[model.id]?.(row)
    if (text === undefined || (await ask({ text })))
      await change('reaccession', `/api/accession/${model.id}`, { formId: idOf(row) })
  }
  /** The actions of the selected row's buttons. */
  const onRow: Readonly<Partial<Record<RowPermit, (row: Row) => void>>> = {
    print,
    unlock: (row) => void change('unlock', `/api/unlock/${model.id}`, { formId: idOf(row) }),
    receive: (row) => {
      const search = searchOf(model, row)
      if (model.receivedOn && isScreen(model.receivedOn) && search) void navigate(recordLink(model.receivedOn, search))
    },
    reaccession: (row) => void accession(row),
    cancel: (row) => void cancel(row),
  }
  return {
    busy,
    holds,
    canOpen: (row: Row) => opens(model, row, holds, isScreen),
    open: (row: Row, clone = false) => {
      const theirs = heads[openerOf(model, row)] ?? model
      const search = searchOf(theirs, row)
      if (!search || !isScreen(theirs.id) || !opens(model, row, holds, isScreen)) return
      holdKeys('screen')
      void navigate(recordLink(theirs.id, { ...search, ...(clone && { clone: true }), ...fromOf(model) }))
    },
    create: () => {
      if (model.createLabel === 'Generate') return void change('create', `/api/generate/${model.id}`)
      if (!isScreen(opener.id)) return
      holdKeys('screen')
      void navigate(recordLink(opener.id, fromOf(model)))
    },
    onRow: (permit: RowPermit, row: Row) => onRow[permit]?.(row),
    /** `rows`: identities of the selected ones, none for all rows of the filter. */
    exportCsv: (path: string, query: Record<string, unknown>, rows: readonly string[]) =>
      void act('csv', async () => {
        const chosen = rows.length > 0 ? { rows: rows.join(',') } : {}
        const made = await file('GET', path, { ...query, page: undefined, limit: undefined, format: 'csv', ...chosen })
        saveFile(made, exportName(model.id, Date.now()))
        const cut = cutIn(await made.slice(-longestEnd).text())
        if (cut !== undefined) sayError(cut)
      }),
  }
}
export type Actions = ReturnType<typeof useActions>
