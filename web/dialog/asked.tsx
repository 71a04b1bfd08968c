// Shows the open question.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '../part/button.tsx'
import { DateInput } from '../part/date-input.tsx'
import { playKeys } from '../keys/held-keys.ts'
import { Labelled } from '../part/labelled.tsx'
import { Modal } from '../part/modal.tsx'
import { readQuestion, watchQuestions } from './ask.ts'
import type { Days, Question } from './ask.ts'

type Of<K extends Question['kind']> = { question: Extract<Question, { kind: K }> }

const Confirm = ({ question }: Of<'confirm'>) => (
  <Modal
    title={question.title}
    width={640}
    height={question.height}
    onClose={() => question.answer(false)}
    footer={
      <>
        <Button label="No" hotkey="n" onClick={() => question.answer(false)} autoFocus />
        <Button label="Yes" hotkey="y" look="primary" onClick={() => question.answer(true)} />
      </>
    }
  >
    <p className="question">{question.text}</p>
    {question.more !== undefined && <p className="secondary">{question.more}</p>}
  </Modal>
)

const Text = ({ question }: Of<'text'>) => {
  const [text, setText] = useState(question.start)
  const [tried, setTried] = useState(false)
  const missing = question.required && text.trim() === ''
  const yes = () => {
    setTried(true)
    if (!missing) question.answer(text.trim())
  }
  return (
    <Modal
      title={question.title}
      width={640}
      height={320}
      onClose={() => question.answer(undefined)}
      footer={
        <>
          <Button label="No" onClick={() => question.answer(undefined)} />
          <Button label="Yes" look="primary" onClick={yes} />
        </>
      }
    >
      {question.text && <p className="question">{question.text}</p>}
      <Labelled label={question.label} required={question.required} error={tried && missing ? 'required' : undefined}>
        {(given) => (
          <textarea
            {...given}
            className="input area"
            rows={3}
            value={text}
            autoFocus
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Labelled>
    </Modal>
  )
}

const Choice = ({ question }: Of<'choice'>) => (
  <Modal
    title={question.title}
    width={640}
    height={240}
    onClose={() => question.answer(undefined)}
    footer={
      <>
        <Button label={question.cancel} onClick={() => question.answer(undefined)} autoFocus />
        {question.choices.map(([value, label]) => (
          <Button key={value} label={label} look="primary" onClick={() => question.answer(value)} />
        ))}
      </>
    }
  >
    <p className="question">{question.text}</p>
  </Modal>
)

const DaysForm = ({ question }: Of<'days'>) => {
  const [days, setDays] = useState<Days>(question.start)
  const [tried, setTried] = useState(false)
  const errorOf = (name: keyof Days) =>
    tried && days[name] === ''
      ? 'required'
      : name === 'ToDate' && tried && days.ToDate < days.FromDate
        ? 'To Date cannot be before From Date'
        : undefined
  const yes = () => {
    setTried(true)
    if (days.FromDate !== '' && days.ToDate !== '' && days.FromDate <= days.ToDate) question.answer(days)
  }
  return (
    <Modal
      title={question.title}
      width={640}
      height={320}
      onClose={() => question.answer(undefined)}
      footer={
        <>
          <Button label="No" onClick={() => question.answer(undefined)} />
          <Button label="Yes" look="primary" onClick={yes} />
        </>
      }
    >
      {question.text !== undefined && <p className="question">{question.text}</p>}
      <div className="fields two">
        <Labelled label="From Date" required error={errorOf('FromDate')}>
          {(given) => (
            <DateInput {...given} value={days.FromDate} onChange={(FromDate) => setDays({ ...days, FromDate })} />
          )}
        </Labelled>
        <Labelled label="To Date" required error={errorOf('ToDate')}>
          {(given) => <DateInput {...given} value={days.ToDate} onChange={(ToDate) => setDays({ ...days, ToDate })} />}
        </Labelled>
      </div>
    </Modal>
  )
}

/** The place where questions show; one on the page. */
export const Asked = () => {
  const question = useSyncExternalStore(watchQuestions, readQuestion)
  useEffect(() => {
    if (question) playKeys('question')
  }, [question])
  if (question === undefined) return null
  if (question.kind === 'confirm') return <Confirm key={question.text} question={question} />
  if (question.kind === 'choice') return <Choice key={question.text} question={question} />
  return question.kind === 'text' ? <Text question={question} /> : <DaysForm question={question} />
}
