// Opens the record of the address: without a key a new one, with clone a copy, else read-only. Guards it against being
// left unsaved.
import { useBlocker, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { createContext, use, useEffect, useState } from 'react'
import type { Fields, Model } from '../../core/model.ts'
import { holdKeys } from '../keys/held-keys.ts'
import { useSession } from '../session/session.ts'
import { askDiscard, createCommands } from './commands.ts'
import type { Commands } from './commands.ts'
import { listOf } from '../record/failure.ts'
import { commitTyping } from '../record/focus.ts'
import { createForm } from '../record/form.ts'
import type { Form, RecordOptions, Search } from '../record/form.ts'
import { askedIn, recordLinkHere } from '../record/record-link.ts'
import { usePageEnd } from './use-page-end.ts'
import { idOf } from './where.ts'
import type { Where } from './where.ts'

/** The record on screen with all that can be done with it. */
export type DetailRecord<F extends Fields = Fields> = Commands<F> & {
  readonly form: Form<F>
  readonly key: string | number | undefined
  /** The id that is locked, and whose history is shown. */
  readonly id: () => string | number | undefined
  readonly clone: boolean
}

export const RecordContext = createContext<DetailRecord | undefined>(undefined)
/** The record of the surrounding detail frame. Throws outside of one. */
export const useDetail = (): DetailRecord => {
  const record = use(RecordContext)
  if (!record) throw new Error('No record here')
  return record
}

const lockRenewal = 60_000
/** After a change in a new record. A sheet of results stores what is typed at once, since a value is typed quickly. */
const draftPause = 500

/** The record of this address. `options` belong to the module and never change. */
export const useRecord = (model: Model, options: RecordOptions = {}): DetailRecord => {
  const session = useSession()
  const navigate = useNavigate()
  const router = useRouter()
  const search: Search = useSearch({ strict: false })
  const [record] = useState((): DetailRecord => {
    const keys = Object.fromEntries(model.key.map((name) => [name, search[name]]))
    const key = Object.values(keys).find((one) => typeof one === 'number' || typeof one === 'string')
    const clone = askedIn(search).clone === true && key !== undefined
    const form = createForm(model, session, options, (key === undefined && !options.rows) || clone ? 'add' : 'view')
    const toList = () => {
      holdKeys('screen')
      if (model.single !== undefined) return void navigate({ to: '/summary/dashboard' })
      void navigate({
        to: '/summary/$moduleId',
        params: { moduleId: listOf(model, askedIn(search).from) },
      })
    }
    const where: Where = {
      search,
      keys,
      key,
      clone,
      toList,
      toAgain: () => void navigate(recordLinkHere(model, search)),
      failed: toList,
      toRecord: (to) => navigate({ ...recordLinkHere(model, to), replace: true }),
    }
    return { ...createCommands(form, where), form, key, clone, id: () => idOf(form, where) }
  })
  const { form } = record

  useEffect(() => {
    void record.load()
    const unfollow = record.follow()
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = form.watch(() => {
      clearTimeout(timer)
      if (form.isEditable()) timer = setTimeout(record.keepDraft, form.options.typing ? 0 : draftPause)
    })
    const renewal = setInterval(record.renew, lockRenewal)
    return () => {
      unfollow()
      stop()
      clearTimeout(timer)
      clearInterval(renewal)
    }
  }, [record, form])

  // Back was pressed before the next screen came: this one was never removed
  useEffect(
    () =>
      router.subscribe('onResolved', ({ toLocation }) => {
        const there: Search = toLocation.search
        if (toLocation.pathname === `/${model.id}` && model.key.every((name) => there[name] === search[name]))
          record.comeBack()
      }),
    [record, router, model, search],
  )
  usePageEnd(record.endPage, record.renew)
  const isGuarded = () => {
    // asked once: the next screen may take a while to come
    if (record.isLeft()) return false
    if (form.isEditable()) commitTyping()
    return form.state().phase !== 'gone' && form.isChanged()
  }
  useBlocker({
    shouldBlockFn: async () => {
      if (isGuarded() && !(await askDiscard())) return true
      record.leave()
      return false
    },
    enableBeforeUnload: isGuarded,
  })
  return record
}
