// Brings the record of the address on screen: read, begun anew, or begun as a copy; and again after it was changed.
import { QueryObserver } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { cache, cached, forget, queryOf } from '../api/cache.ts'
import { dropKeys } from '../keys/held-keys.ts'
import { sayError } from '../message/snackbar-store.ts'
import type { Form } from '../record/form.ts'
import { changedFields, copyOf } from '../record/values.ts'
import type { Values } from '../record/values.ts'
import { dropDraft, isDraftWanted, readDraft } from './draft.ts'
import type { RequestKey } from './request-key.ts'
import { pathOf } from './where.ts'
import type { Where } from './where.ts'

export type Loading = {
  readonly load: () => Promise<void>
  /** The record as the server has it, whatever was kept. */
  readonly read: () => Promise<Values>
  /** `typed`: what was typed into it before. */
  readonly show: (record: Values, mode: 'view' | 'edit', typed?: Values) => void
  /** Shows it as it is by now: what is being typed stays, also where it can not be read. */
  readonly again: () => Promise<void>
  /** The screen is left: nothing that comes now is shown. */
  readonly leave: () => void
  readonly isLeft: () => boolean
  /** Shows what others save, while rows are only read; answers what ends it. */
  readonly follow: () => () => void
}

export const createLoading = (form: Form, where: Where, requestKey: RequestKey): Loading => {
  const { model, user, options } = form
  const { rows } = options
  const path = pathOf(form, where)
  /** The answer that was shown last. */
  let shown: Values | undefined
  let isLeft = false
  const valuesOf = (answer: Values): Values => {
    shown = answer
    // the record that is shown stays the one, whatever rows came before its own meanwhile
    const record = rows ? { ...where.keys, ...form.state().values, [rows.field]: answer } : answer
    return options.loaded?.(record) ?? record
  }
  const show = (record: Values, mode: 'view' | 'edit', typed?: Values) => {
    const began = valuesOf(record)
    const values = typed ? (options.typing?.on(began, typed) ?? typed) : began
    form.put({ mode, phase: 'ready', values, began, errors: {}, refusal: null })
  }
  const read = async (): Promise<Values> => {
    await forget(path)
    return cached<Values>(path)
  }
  const fail = (error: unknown) => {
    if (isLeft) return
    sayError(error)
    dropKeys('screen')
    form.put({ phase: 'gone' })
    where.failed()
  }
  /** Of what is on screen: all that the server does not know, and what was changed. */
  const typedNow = (): Values => {
    const { began, values } = form.state()
    const changed = changedFields(model.fields, began, values)
    const own = Object.entries(values).filter(([name]) => model.fields[name]?.view || changed.includes(name))
    return Object.fromEntries(own)
  }
  /** What is being typed on the record as it is by now: a row that somebody else changed takes nothing over. */
  const underTyping = (began: Values): Values => {
    const { mode, values } = form.state()
    if (mode === 'view') return began
    const now = { ...began, ...typedNow() }
    const typed = options.typing?.of(values)
    return typed ? (options.typing?.on(now, typed) ?? now) : now
  }
  const again = async () => {
    try {
      const answer = await cached<Values>(path)
      if (isLeft) return
      const began = valuesOf(answer)
      flushSync(() => form.put({ phase: 'ready', values: underTyping(began), began }))
      options.home?.()
    } catch (error) {
      if (form.state().mode === 'view') return fail(error)
      sayError(error)
      dropKeys('screen')
      form.put({ phase: 'ready' })
    }
  }
  const follow = () => {
    if (rows === undefined) return () => undefined
    const observer = new QueryObserver(cache, queryOf<Values>(path))
    const take = () => {
      const { data, isFetching } = observer.getCurrentResult()
      const { mode, phase } = form.state()
      if (data && data !== shown && !isFetching && mode === 'view' && phase === 'ready')
        form.put({ values: valuesOf(data) })
    }
    // what came while an act was under way is shown after it
    const stops = [observer.subscribe(take), form.watch(take)]
    return () => {
      for (const stop of stops) stop()
    }
  }
  /** A new record with its values, or with those that were discarded a moment ago. */
  const begin = (began: Values) => {
    const draft = isDraftWanted(model.id) ? readDraft(model.id, user) : undefined
    if (draft) {
      dropDraft(model.id)
      requestKey.goOn(draft.Key)
    }
    form.put({ mode: 'add', phase: 'ready', values: { ...began, ...draft?.Values }, began, errors: {}, refusal: null })
  }
  const load = async () => {
    if (form.state().mode === 'add' && !where.clone) {
      begin(options.start?.(user, where.search, form.session) ?? {})
      await options.opened?.(form, false)
      return
    }
    try {
      const record = await cached<Values>(path)
      if (!where.clone) show(record, 'view')
      else {
        const copied = copyOf(model, valuesOf(record))
        begin(options.copy?.(copied, user, form.session) ?? copied)
        await options.opened?.(form, true)
      }
    } catch (error) {
      fail(error)
    }
  }
  const leave = () => {
    isLeft = true
  }
  return { load, read, show, again, leave, isLeft: () => isLeft, follow }
}
