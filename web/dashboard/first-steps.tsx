// The next steps of a new network, on top of its administrator's home until all are done.
import { IconArrowRight } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { MouseEvent } from 'react'
import type { FirstStep, starterTaken, stepMarked, stepsLeft, WhatComesNext } from '../../core/entrance/first-steps.ts'
import { postTo } from '../api/api.ts'
import { forget, useAnswer } from '../api/cache.ts'
import { saySaved, sayError } from '../message/snackbar-store.ts'
import { Button } from '../part/button.tsx'
import { stepTexts } from './first-step-texts.ts'

type About = { readonly step: FirstStep; readonly next: WhatComesNext }

type Path = (typeof stepMarked | typeof starterTaken)['path']
/** Sends a step, shows the answer, and reads the remaining steps again. */
const useSending = () => {
  const [busy, setBusy] = useState(false)
  const send = async (path: Path, body: object) => {
    if (busy) return
    setBusy(true)
    try {
      saySaved(await postTo<typeof stepMarked | typeof starterTaken>({ path }, body))
      await forget('/api')
    } catch (error) {
      sayError(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, send }
}

/** A link to an address with a filter or a hash. */
const Way = ({ label, to }: { label: string; to: string }) => {
  const router = useRouter()
  const go = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    router.history.push(to)
  }
  return (
    <a className="button" href={to} onClick={go}>
      {label} <IconArrowRight size={14} stroke={1.6} aria-hidden="true" />
    </a>
  )
}

const Step = ({ step, next }: About) => {
  const { busy, send } = useSending()
  const { title, note, count, links, done } = stepTexts(step, next)
  return (
    <li>
      <div>
        <h3>{title}</h3>
        <p className="secondary">{note}</p>
      </div>
      <div className="first-step-end">
        {count !== undefined && <span className="secondary">{count}</span>}
        {links.map(({ label, to }) => (
          <Way key={to} label={label} to={to} />
        ))}
        {done !== undefined && (
          <Button label={done} busy={busy} onClick={() => void send('firststeps/done', { Step: step.Id })} />
        )}
      </div>
    </li>
  )
}

const Starter = () => {
  const { busy, send } = useSending()
  return (
    <div className="band first-steps-starter">
      <span>
        Begin with a starter catalogue: about a hundred tests and products of a general laboratory, with departments,
        specimens and instruments. Its reference ranges are typical values. Each is marked on results and reports until
        you have checked and confirmed it.
      </span>
      <Button
        label="Take the starter catalogue"
        look="primary"
        busy={busy}
        onClick={() => void send('firststeps/starter', {})}
      />
    </div>
  )
}

export const FirstSteps = () => {
  const { data } = useAnswer<typeof stepsLeft>({ path: 'firststeps' })
  if (data === undefined || data.Steps.length === 0) return null
  return (
    <section className="card first-steps" aria-label="What comes next">
      <h2>
        What comes next{' '}
        <Link to="/guide/$pageId" params={{ pageId: 'first-hour' }}>
          Guide: the first hour
        </Link>
      </h2>
      {data.MayTakeStarter && <Starter />}
      <ol>
        {data.Steps.map((step) => (
          <Step key={step.Id} step={step} next={data} />
        ))}
      </ol>
    </section>
  )
}
