// An answer of the server as the form shows it: to be read, to be edited, and merged with what is being typed.
import type { Form } from '../record/form.ts'
import { changedFields } from '../record/values.ts'
import type { Values } from '../record/values.ts'
import type { Where } from './where.ts'

export type Showing = {
  /** The record of an answer; from now on the answer counts as shown. */
  readonly recordOf: (answer: Values) => Values
  readonly isShown: (answer: Values) => boolean
  /** `typed`: what was typed into it earlier. */
  readonly show: (answer: Values, mode: 'view' | 'edit', typed?: Values) => void
  /** What is being typed, merged into the current record. A row that another person changed takes no typed values. */
  readonly underTyping: (began: Values) => Values
}

/** From the screen: all fields that the server does not know, and the changed ones. */
export const typedNow = ({ model, state }: Form): Values => {
  const { began, values } = state()
  const changed = changedFields(model.fields, began, values)
  const own = Object.entries(values).filter(([name]) => model.fields[name]?.view || changed.includes(name))
  return Object.fromEntries(own)
}

export const createShowing = (form: Form, where: Where): Showing => {
  const { rows, loaded, typing } = form.options
  /** The last answer that was shown. */
  let shown: Values | undefined
  const recordOf = (answer: Values): Values => {
    shown = answer
    // the shown record remains the same one, even when other rows came before its own
    const record = rows ? { ...where.keys, ...form.state().values, [rows.field]: answer } : answer
    return loaded?.(record) ?? record
  }
  return {
    recordOf,
    isShown: (answer) => answer === shown,
    show: (answer, mode, before) => {
      const began = recordOf(answer)
      const values = before ? (typing?.on(began, before) ?? { ...began, ...before }) : began
      form.put({ mode, phase: 'ready', values, began, errors: {}, refusal: null })
    },
    underTyping: (began) => {
      const { mode, values } = form.state()
      if (mode === 'view') return began
      const now = { ...began, ...typedNow(form) }
      const typed = typing?.of(values)
      return typed ? (typing?.on(now, typed) ?? now) : now
    },
  }
}
