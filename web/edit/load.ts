// Brings the record of the address on screen: read, new, or as a copy; and again after it was changed.
import { flushSync } from 'react-dom'
import { cached, forget } from '../api/cache.ts'
import { dropKeys } from '../keys/held-keys.ts'
import { sayError } from '../message/snackbar-store.ts'
import type { Form } from '../record/form.ts'
import type { Values } from '../record/values.ts'
import { beginCopy, beginNew } from './beginning.ts'
import { follow } from './following.ts'
import type { RequestKey } from './request-key.ts'
import { createShowing, type Showing } from './showing.ts'
import { pathOf } from './where.ts'
import type { Where } from './where.ts'

export type Loading = {
  readonly load: () => Promise<void>
  /** The record as the server has it, past the cache. */
  readonly read: () => Promise<Values>
  readonly show: Showing['show']
  /** Shows its current state. What is being typed is preserved, also when the record cannot be read. */
  readonly again: () => Promise<void>
  /** The screen is left: later answers are not shown. */
  readonly leave: () => void
  readonly isLeft: () => boolean
  /** The user returned before another screen came: it is read as at first. */
  readonly comeBack: () => Promise<void>
  /** Shows what others save while rows are only read. Answers the function that ends it. */
  readonly follow: () => () => void
}

export const createLoading = (form: Form, where: Where, requestKey: RequestKey): Loading => {
  const path = pathOf(form, where)
  const showing = createShowing(form, where)
  let isLeft = false
  const fail = (error: unknown) => {
    if (isLeft) return
    sayError(error)
    dropKeys('screen')
    form.put({ phase: 'gone' })
    where.failed()
  }
  const again = async () => {
    try {
      const answer = await cached<Values>(path)
      if (isLeft) return
      const began = showing.recordOf(answer)
      flushSync(() => form.put({ phase: 'ready', values: showing.underTyping(began), began }))
      form.options.home?.()
    } catch (error) {
      if (form.state().mode === 'view') return fail(error)
      sayError(error)
      dropKeys('screen')
      form.put({ phase: 'ready' })
    }
  }
  const load = async () => {
    if (form.state().mode === 'add' && !where.clone) return beginNew(form, where, requestKey)
    try {
      const answer = await cached<Values>(path)
      if (where.clone) await beginCopy(form, requestKey, showing.recordOf(answer))
      else showing.show(answer, 'view')
    } catch (error) {
      fail(error)
    }
  }
  return {
    load,
    read: async () => {
      await forget(path)
      return cached<Values>(path)
    },
    show: showing.show,
    again,
    leave: () => {
      isLeft = true
    },
    isLeft: () => isLeft,
    comeBack: () => {
      isLeft = false
      return load()
    },
    follow: () => follow(form, path, showing),
  }
}
