// Result entry of one sale: read, edited under a lock, judged at every keystroke, saved or discarded, guarded against
// being left.
import { useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { ApiError, call, get, post, put } from '../../../web/api/api.ts'
import { forget, useGet } from '../../../web/api/cache.ts'
import { askDiscard } from '../../../web/edit/commands.ts'
import { isDefinite, saveFailure, saysKept } from '../../../web/record/failure.ts'
import type { Draft } from '../../../web/edit/draft.ts'
import { createLock } from '../../../web/edit/lock.ts'
import { usePageEnd } from '../../../web/edit/use-page-end.ts'
import { dropKeys, holdKeys } from '../../../web/keys/held-keys.ts'
import { say, sayError, saySaved, sayUndo } from '../../../web/message/snackbar-store.ts'
import { ask } from '../../../web/dialog/ask.ts'
import {
  changedItems,
  enteredOf,
  filledDown,
  filledText,
  missingReasons,
  notTaken,
  saveAnywayText,
  settled,
} from '../judging/changes.rules.ts'
import type { AllSaid, Change, Changes, Said } from '../judging/changes.rules.ts'
import { judgeSale } from '../judging/entry.rules.ts'
import type { Judged } from '../judging/entry.rules.ts'
import { dropTyped, typedOf, useDrafted, useKeptTyping } from './typed.screen.tsx'
import type { ResultRow } from '../testresults.model.ts'

const lockRenewal = 60_000
const none: Changes = new Map()
const silence: AllSaid = new Map()
const noRows: readonly ResultRow[] = []
const noErrors: ReadonlyMap<number, string> = new Map()

export type Entry = {
  readonly rows: readonly ResultRow[]
  readonly judged: ReadonlyMap<number, Judged>
  readonly changes: Changes
  readonly editing: boolean
  /** What is being done now: `edit`, `save`, `approve`... */
  readonly busy: string | undefined
  /** Why the last save did not happen. */
  readonly refusal: { readonly text: string; readonly saysKept: boolean } | undefined
  readonly errors: ReadonlyMap<number, string>
  /** What the cells say of what was typed last: not taken, or rounded. */
  readonly said: AllSaid
  readonly failed: unknown
  readonly change: (row: ResultRow, change: Change) => void
  /**
   * Leaving a result: a text that is none goes back to what was there before, and the cell says so. Answers what it
   * became.
   */
  readonly settle: (row: ResultRow, text: string, before: string | null) => string | null
  /** A column of values from this row down, in the order given; answers the last row it reached. */
  readonly fill: (order: readonly ResultRow[], from: number, lines: readonly string[]) => number | undefined
  /** Begins to edit, with what was typed and not saved where there is such a draft. */
  readonly edit: (draft?: Draft) => Promise<void>
  readonly save: () => Promise<boolean>
  readonly discard: () => Promise<void>
  /** A signing action; answers the error that refused it, which is not said. */
  readonly act: (name: string, body: unknown) => Promise<unknown>
  readonly logCall: (body: Readonly<Record<string, unknown>>) => Promise<Readonly<Record<string, string[]>> | undefined>
}
type Editing = {
  readonly rows: readonly ResultRow[]
  readonly changes: Changes
  readonly said: AllSaid
  readonly requestKey: string
}

const rowsPath = '/api/testresults'
const forgetAll = () =>
  forget(rowsPath, '/api/getdata', '/api/worksheets', '/api/testreports', '/api/sales', '/api/actions')

/** Texts of the server by row: `WorkItems.77` or, from the model, `WorkItems.0.Result`. */
const errorsByRow = (error: unknown, sent: readonly { WorkItemId?: number | null }[]): ReadonlyMap<number, string> =>
  new Map(
    error instanceof ApiError
      ? Object.entries(error.errors).flatMap(([path, texts]): [number, string][] => {
          const [, at = '', field] = path.split('.')
          const id = field === undefined ? Number(at) : Number(sent[Number(at)]?.WorkItemId)
          return Number.isInteger(id) && texts[0] !== undefined ? [[id, texts[0]]] : []
        })
      : [],
  )

export const useEntry = (keys: { WorkSheetId: number | undefined; SaleId: number | undefined }): Entry => {
  const query = useGet<ResultRow[]>(rowsPath, keys)
  const [editing, show] = useState<Editing>()
  // what was typed last: a save that follows a keystroke at once must know it, though it is not drawn yet
  const latest = useRef<Editing>(undefined)
  const setEditing = (now: Editing | undefined) => {
    latest.current = now
    show(now)
  }
  const [busy, setBusy] = useState<string>()
  const [refusal, setRefusal] = useState<Entry['refusal']>()
  const [errors, setErrors] = useState<ReadonlyMap<number, string>>(noErrors)
  const all = editing?.rows ?? query.data ?? noRows
  const saleId = keys.SaleId ?? all[0]?.SaleId
  const rows = useMemo(() => all.filter((row) => row.SaleId === saleId), [all, saleId])
  const changes = editing?.changes ?? none
  const judged = useMemo(() => judgeSale(rows, enteredOf(rows, changes)), [rows, changes])
  const lock = useMemo(() => createLock('testresults', saleId ?? 0), [saleId])
  const isChanged = () =>
    latest.current !== undefined && changedItems(latest.current.rows, latest.current.changes).length > 0

  const draftOf = useDrafted()
  useKeptTyping(saleId, editing, draftOf)

  useQuery({
    queryKey: ['result lock', saleId],
    queryFn: () => {
      lock.renew()
      return true
    },
    enabled: editing !== undefined,
    initialData: true,
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: lockRenewal,
    refetchIntervalInBackground: true,
  })
  usePageEnd(lock.endPage, lock.renew)
  useBlocker({
    shouldBlockFn: async () => {
      if (isChanged() && !(await askDiscard())) return true
      if (latest.current) {
        lock.release()
        dropTyped(saleId)
      }
      return false
    },
    enableBeforeUnload: isChanged,
  })

  const during = async <T,>(name: string, work: () => Promise<T>): Promise<T> => {
    setBusy(name)
    try {
      return await work()
    } finally {
      setBusy(undefined)
    }
  }
  const reset = () => {
    dropTyped(saleId)
    setEditing(undefined)
    setRefusal(undefined)
    setErrors(noErrors)
  }
  const edit = (draft?: Draft) =>
    during('edit', async () => {
      holdKeys('screen')
      try {
        await lock.take()
        const fresh = await get<ResultRow[]>(rowsPath, keys)
        setEditing({
          rows: fresh,
          requestKey: draft?.Key ?? crypto.randomUUID(),
          ...(draft ? typedOf(draft, fresh) : { changes: none, said: silence }),
        })
      } catch (error) {
        lock.release()
        dropKeys('screen')
        sayError(error)
      }
    })
  const change = (row: ResultRow, part: Change, words?: Said) => {
    const id = row.WorkItemId
    const now = latest.current
    if (now) {
      const said = new Map(now.said)
      if ('Result' in part) said.delete(id)
      if (words) said.set(id, words)
      setEditing({ ...now, said, changes: new Map(now.changes).set(id, { ...now.changes.get(id), ...part }) })
    }
    if (errors.has(row.WorkItemId)) setErrors(new Map([...errors].filter(([id]) => id !== row.WorkItemId)))
  }
  const settle = (row: ResultRow, text: string, before: string | null): string | null => {
    // what it says was said of this very text: nothing was typed since
    if (latest.current?.said.has(row.WorkItemId)) return text
    const { Result, said } = settled(row, text, before)
    change(row, { Result }, said)
    return Result
  }
  const fill = (order: readonly ResultRow[], from: number, lines: readonly string[]): number | undefined => {
    const now = latest.current
    if (!now) return undefined
    const filled = filledDown(order, from, lines, now)
    setEditing({ ...now, changes: filled.changes, said: filled.said })
    if (filled.refused.length > 0 || filled.left > 0) sayError(filledText(filled))
    else say(filledText(filled))
    return filled.last
  }
  const save = async () => {
    const texts = notTaken(rows, latest.current?.said ?? silence)
    if (texts.length > 0 && !(await ask({ text: saveAnywayText(texts) }))) return false
    return send()
  }
  const send = () =>
    during('save', async () => {
      const typedNow = latest.current?.changes ?? none
      const sent = changedItems(rows, typedNow)
      const missing = missingReasons(rows, typedNow)
      if (missing.size > 0) {
        setErrors(missing)
        setRefusal({ text: 'A reason is missing.', saysKept: false })
        return false
      }
      try {
        const answer =
          sent.length === 0
            ? { message: 'Nothing was changed' }
            : await put(
                '/api/testresults/',
                { WorkSheetId: keys.WorkSheetId, SaleId: saleId, WorkItems: sent },
                latest.current?.requestKey,
              )
        await forgetAll()
        lock.release()
        reset()
        saySaved(answer)
        return true
      } catch (error) {
        const message = saveFailure(error)
        setRefusal({ text: message, saysKept: saysKept(error) })
        setErrors(errorsByRow(error, sent))
        // the next save after a definite refusal is another request
        if (isDefinite(error) && latest.current) setEditing({ ...latest.current, requestKey: crypto.randomUUID() })
        sayError(message)
        return false
      }
    })
  const discard = async () => {
    const typed = latest.current && draftOf(latest.current)
    lock.release()
    reset()
    await forget(rowsPath)
    if (typed) sayUndo('The results that were typed are discarded', () => void edit(typed))
  }
  const act = (name: string, body: unknown) =>
    during(name, async () => {
      try {
        const { data } = await call('PUT', `/api/${name}/testresults`, { body })
        await forgetAll()
        saySaved(data)
        return undefined
      } catch (error) {
        // what was found out of step is calculated anew, although the act was refused
        if (error instanceof ApiError && error.status === 422) await forgetAll()
        return error
      }
    })
  const logCall = (body: Readonly<Record<string, unknown>>) =>
    during('call', async () => {
      try {
        saySaved(await post('/api/criticalcalls/', body))
        await forgetAll()
        if (latest.current) {
          const fresh = await get<ResultRow[]>(rowsPath, keys)
          if (latest.current) setEditing({ ...latest.current, rows: fresh })
        }
        return undefined
      } catch (error) {
        if (error instanceof ApiError && Object.keys(error.errors).length > 0) return error.errors
        sayError(error)
        return {}
      }
    })
  return {
    rows,
    judged,
    changes,
    editing: editing !== undefined,
    busy,
    refusal,
    errors,
    said: editing?.said ?? silence,
    failed: query.error,
    change: (row, part) => change(row, part),
    settle,
    fill,
    edit,
    save,
    discard,
    act,
    logCall,
  }
}
