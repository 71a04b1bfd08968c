// Questions that the screen waits for: yes or no, a text, or a range of days. One at a time, shown by <Asked />.
import { holdKeys } from '../keys/held-keys.ts'

export type Days = { FromDate: string; ToDate: string }
export type Question =
  | {
      readonly kind: 'confirm'
      readonly title: string
      readonly text: string
      /** Further facts, below the question. */
      readonly more: string | undefined
      readonly height: number
      readonly answer: (yes: boolean) => void
    }
  | {
      readonly kind: 'text'
      readonly title: string
      readonly label: string
      readonly text: string | undefined
      readonly required: boolean
      readonly start: string
      readonly answer: (text: string | undefined) => void
    }
  | {
      readonly kind: 'choice'
      readonly title: string
      readonly text: string
      readonly choices: readonly (readonly [value: string, label: string])[]
      readonly cancel: string
      readonly answer: (value: string | undefined) => void
    }
  | {
      readonly kind: 'days'
      readonly title: string
      readonly text: string | undefined
      readonly start: Days
      readonly answer: (days: Days | undefined) => void
    }

let open: readonly Question[] = []
const watchers = new Set<() => void>()
const set = (value: readonly Question[]) => {
  open = value
  for (const watcher of watchers) watcher()
}
export const watchQuestions = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
export const readQuestion = (): Question | undefined => open[0]
const add = <T>(make: (answer: (value: T) => void) => Question): Promise<T> =>
  new Promise<T>((resolve) => {
    const question: Question = make((value) => {
      set(open.filter((one) => one !== question))
      resolve(value)
    })
    // keys pressed from now on are for the question, which may not be drawn yet
    if (open.length === 0) holdKeys('question')
    set([...open, question])
  })

/** A confirmation of 640x240, or 640x320 with `tall`: for a warning of more than one line, and for all master data. */
export const ask = ({
  text,
  more,
  title = 'Confirmation',
  tall = text.length > 120,
}: {
  text: string
  more?: string
  title?: string
  tall?: boolean
}): Promise<boolean> =>
  add<boolean>((answer) => ({ kind: 'confirm', title, text, more, height: tall ? 320 : 240, answer }))

/** A free text; undefined when the user gave none. `required` refuses an empty one with "required". */
export const askText = ({
  title = 'Confirmation',
  label,
  text,
  required = true,
  start = '',
}: {
  title?: string
  label: string
  text?: string
  required?: boolean
  start?: string
}): Promise<string | undefined> =>
  add<string | undefined>((answer) => ({ kind: 'text', title, label, text, required, start, answer }))

/** One of a few choices, each a button; undefined for none of them, which `cancel` names. */
export const askChoice = <V extends string>({
  title = 'Confirmation',
  text,
  choices,
  cancel,
}: {
  title?: string
  text: string
  choices: readonly (readonly [value: V, label: string])[]
  cancel: string
}): Promise<V | undefined> =>
  add<string | undefined>((answer) => ({ kind: 'choice', title, text, choices, cancel, answer })).then((value) =>
    choices.map(([one]) => one).find((one) => one === value),
  )

/** From date and to date as yyyy-mm-dd, both required. */
export const askDays = ({
  title,
  text,
  start = { FromDate: '', ToDate: '' },
}: {
  title: string
  text?: string
  start?: Days
}): Promise<Days | undefined> => add<Days | undefined>((answer) => ({ kind: 'days', title, text, start, answer }))
