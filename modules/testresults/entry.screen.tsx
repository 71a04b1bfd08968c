// Result entry of one sale: read, edited under a lock, judged at every keystroke, saved or discarded, guarded against being left.
import { useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { ApiError, call, del, delAtClose, get, post, put } from '../../web/api.ts'
import { forget, useGet } from '../../web/cache.ts'
import { askDiscard } from '../../web/detail/commands.ts'
import { isDefinite, saveFailure } from '../../web/detail/failure.ts'
import { usePageEnd } from '../../web/detail/use-page-end.ts'
import { sayError, saySaved } from '../../web/snackbar-store.ts'
import { changedItems, enteredOf, missingReasons } from './changes.rules.ts'
import type { Change, Changes } from './changes.rules.ts'
import { judgeSale, typed } from './entry.rules.ts'
import type { Judged } from './entry.rules.ts'
import type { ResultRow } from './testresults.model.ts'

const lockRenewal = 60_000
const none: Changes = new Map()
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
  readonly refusal: string | undefined
  readonly errors: ReadonlyMap<number, string>
  readonly failed: unknown
  readonly change: (row: ResultRow, change: Change) => void
  /** Leaving a result: a text that is none goes back to what was there before. */
  readonly settle: (row: ResultRow, text: string, before: string | null) => void
  readonly edit: () => Promise<void>
  readonly save: () => Promise<boolean>
  readonly discard: () => Promise<void>
  /** A signing action; answers the error that refused it, which is not said. */
  readonly act: (name: string, body: unknown) => Promise<unknown>
  readonly logCall: (body: Readonly<Record<string, unknown>>) => Promise<Readonly<Record<string, string[]>> | undefined>
}
type Editing = { readonly rows: readonly ResultRow[]; readonly changes: Changes; readonly requestKey: string }

const rowsPath = '/api/testresults'
const forgetAll = () => forget(rowsPath, '/api/getdata', '/api/worksheets', '/api/testreports', '/api/sales', '/api/actions')

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
  const [editing, setEditing] = useState<Editing>()
  const [busy, setBusy] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [errors, setErrors] = useState<ReadonlyMap<number, string>>(noErrors)
  const all = editing?.rows ?? query.data ?? noRows
  const saleId = keys.SaleId ?? all[0]?.SaleId
  const rows = useMemo(() => all.filter((row) => row.SaleId === saleId), [all, saleId])
  const changes = editing?.changes ?? none
  // a save that follows a keystroke at once must know it
  const latest = useRef(editing)
  latest.current = editing
  const judged = useMemo(() => judgeSale(rows, enteredOf(rows, changes)), [rows, changes])
  const lock = { ModuleId: 'testresults', FormId: saleId }
  const release = () => void del('/api/locks/', lock).catch(() => undefined)
  const isChanged = () => latest.current !== undefined && changedItems(latest.current.rows, latest.current.changes).length > 0

  useQuery({
    queryKey: ['result lock', saleId],
    queryFn: () =>
      post('/api/locks/', lock).then(
        () => true,
        (error: unknown) => {
          sayError(error)
          return false
        },
      ),
    enabled: editing !== undefined,
    initialData: true,
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: lockRenewal,
    refetchIntervalInBackground: true,
  })
  usePageEnd(
    () => {
      if (latest.current) delAtClose('/api/locks/', lock)
    },
    () => {
      if (latest.current) post('/api/locks/', lock).catch(sayError)
    },
  )
  useBlocker({
    shouldBlockFn: async () => {
      if (isChanged() && !(await askDiscard())) return true
      if (latest.current) release()
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
    latest.current = undefined
    setEditing(undefined)
    setRefusal(undefined)
    setErrors(noErrors)
  }
  const edit = () =>
    during('edit', async () => {
      try {
        await post('/api/locks/', lock)
        const fresh = await get<ResultRow[]>(rowsPath, keys)
        setEditing({ rows: fresh, changes: none, requestKey: crypto.randomUUID() })
      } catch (error) {
        sayError(error)
      }
    })
  const change = (row: ResultRow, part: Change) => {
    setEditing(
      (now) => now && { ...now, changes: new Map(now.changes).set(row.WorkItemId, { ...now.changes.get(row.WorkItemId), ...part }) },
    )
    if (errors.has(row.WorkItemId)) setErrors(new Map([...errors].filter(([id]) => id !== row.WorkItemId)))
  }
  const save = () =>
    during('save', async () => {
      const typedNow = latest.current?.changes ?? none
      const sent = changedItems(rows, typedNow)
      const missing = missingReasons(rows, typedNow)
      if (missing.size > 0) {
        setErrors(missing)
        setRefusal('A reason is missing.')
        return false
      }
      try {
        const answer =
          sent.length === 0
            ? { message: 'Nothing was changed' }
            : await put('/api/testresults/', { WorkSheetId: keys.WorkSheetId, SaleId: saleId, WorkItems: sent }, latest.current?.requestKey)
        await forgetAll()
        release()
        reset()
        saySaved(answer)
        return true
      } catch (error) {
        const message = saveFailure(error)
        setRefusal(message)
        setErrors(errorsByRow(error, sent))
        // the next save after a definite refusal is another request
        if (isDefinite(error)) setEditing((now) => now && { ...now, requestKey: crypto.randomUUID() })
        sayError(message)
        return false
      }
    })
  const discard = async () => {
    release()
    reset()
    await forget(rowsPath)
  }
  const act = (name: string, body: unknown) =>
    during(name, async () => {
      try {
        const { data } = await call('PUT', `/api/${name}/testresults`, { body })
        await forgetAll()
        saySaved(data)
        return undefined
      } catch (error) {
        return error
      }
    })
  const logCall = (body: Readonly<Record<string, unknown>>) =>
    during('call', async () => {
      try {
        saySaved(await post('/api/criticalcalls/', body))
        await forgetAll()
        if (editing) {
          const fresh = await get<ResultRow[]>(rowsPath, keys)
          setEditing((now) => now && { ...now, rows: fresh })
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
    failed: query.error,
    change,
    edit,
    save,
    discard,
    act,
    logCall,
    settle: (row, text, before) => change(row, { Result: typed({ ...row, Result: before }, text) }),
  }
}
