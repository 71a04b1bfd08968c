// An answer of the server as the form shows it: to be read, to be edited, and under what is being typed meanwhile.
import type { Form } from '../record/form.ts'
import { changedFields } from '../record/values.ts'
import type { Values } from '../record/values.ts'
import type { Where } from './where.ts'

export type Showing = {
  /** The record of an answer; the answer counts as shown from now on. */
  readonly recordOf: (answer: Values) => Values
  readonly isShown: (answer: Values) => boolean
  /** `typed`: what was typed into it before. */
  readonly show: (answer: Values, mode: 'view' | 'edit', typed?: Values) => void
  /** What is being typed on the record as it is by now: a row that somebody else changed takes nothing over. */
  readonly underTyping: (began: Values) => Values
}

/** Of what is on screen: all that the server does not know, and what was changed. */
export const typedNow = ({ model, state }: Form): Values => {
  const { began, values } = state()
  const changed = changedFields(model.fields, began, values)
  const own = Object.entries(values).filter(([name]) => model.fields[name]?.view || changed.includes(name))
  return Object.fromEntries(own)
}

export const createShowing = (form: Form, where: Where): Showing => {
  const { rows, loaded, typing } = form.options
  /** The answer that was shown last. */
  let shown: Values | undefined
  const recordOf = (answer: Values): Values => {
    shown = answer
    // the record that is shown stays the one, whatever rows came before its own meanwhile
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
