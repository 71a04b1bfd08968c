// A picker's search: the text, the kind of row, and the rows found.
import { useMemo, useState } from 'react'
import type { Values } from '../record/values.ts'
import { useSession } from '../session/session.ts'
import { pickerOf } from './pickers.ts'
import { filterPause, searchPause, usePickerRows } from './use-rows.ts'

type Looked = { name: string; start: string; around: Values; inFilter: boolean }

export const useLooking = ({ name, start, around, inFilter }: Looked) => {
  const session = useSession()
  const [opened] = useState(around)
  const definition = useMemo(() => pickerOf(name, session, opened), [name, session, opened])
  const choices = useMemo(() => definition.choices?.(session, opened) ?? [], [definition, session, opened])
  const [choice, setChoice] = useState(0)
  const [chosen, setChosen] = useState(false)
  const query = useMemo(
    () => ({ ...definition.query?.(session, opened), ...choices[choice]?.query }),
    [definition, session, opened, choices, choice],
  )
  const [text, setText] = useState(start)
  const [again, setAgain] = useState(0)
  const found = usePickerRows(definition, query, text, inFilter ? filterPause : searchPause, again)
  const { rows, error, loaded, current } = found
  // a kind without this name is followed by the next, until a row is found or the user chose the kind
  const goesOn = current && !chosen && rows.length === 0 && !error && text.trim() !== '' && choice < choices.length - 1
  if (goesOn) setChoice(choice + 1)
  return {
    definition,
    rows,
    error,
    loaded,
    hurry: found.hurry,
    /** The typed text, and the text that the rows were found with. */
    text,
    foundText: found.text,
    /** These are the rows of the typed text, and no other kind will be tried. */
    settled: current && !goesOn,
    choices,
    choice,
    choose: (at: number) => {
      setChoice(at)
      setChosen(true)
    },
    type: (now: string) => {
      setText(now)
      if (!chosen) setChoice(0)
    },
    lookAgain: () => setAgain(again + 1),
  }
}
export type Looking = ReturnType<typeof useLooking>
