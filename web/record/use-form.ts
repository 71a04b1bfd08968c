// How components listen to a form: to one value, one error, or its mode.
import { createContext, use, useSyncExternalStore } from 'react'
import type { Fields } from '../../core/model.ts'
import type { ActionsOf, Form, FormState } from './form.ts'

export const FormContext = createContext<Form | undefined>(undefined)
/** The form of the surrounding detail frame. Throws outside of one. */
export const useForm = (): Form => {
  const form = use(FormContext)
  if (!form) throw new Error('No record here')
  return form
}

/**
 * Part of a form's state. The component is redrawn only when that part changes, so return a value that remains the
 * same.
 */
export const useFormState = <T, F extends Fields = Fields>(form: Form<F>, part: (state: FormState<F>) => T): T =>
  useSyncExternalStore(form.watch, () => part(form.state()))

/** One value of the surrounding record. */
export const useValue = (name: string): unknown => useFormState(useForm(), (state) => state.values[name])
const noActions: ActionsOf = {}
/** The allowed actions on the surrounding record, and why not. */
export const useActions = (): ActionsOf => useFormState(useForm(), (state) => state.values.Actions) ?? noActions
/** Whether the surrounding record can be changed now. */
export const useEditable = (): boolean =>
  useFormState(useForm(), (state) => state.phase === 'ready' && state.mode !== 'view')
/** Whether the surrounding record shows boxes: also while it is being sent. */
export const useMode = () => useFormState(useForm(), (state) => state.mode)
/** The action running on the surrounding record: `edit`, `save`, or its address. */
export const useDoing = (): string | undefined =>
  useFormState(useForm(), ({ phase, doing }) => (phase === 'saving' ? doing : undefined))
