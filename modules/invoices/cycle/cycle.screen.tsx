// The button of the invoices' list that bills a period of a bill cycle: first what each buyer would be invoiced.
import { IconCalendarDollar, IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dayOf, endOfDay } from '../../../core/dates.ts'
import { isPrivileged } from '../../../core/user.ts'
import { postTo } from '../../../web/api/api.ts'
import { forget, useAnswer } from '../../../web/api/cache.ts'
import { runsPath, type Run } from '../../../web/api/runs.ts'
import { sayError } from '../../../web/message/snackbar-store.ts'
import { Button } from '../../../web/part/button.tsx'
import { DateInput } from '../../../web/part/date-input.tsx'
import { Labelled } from '../../../web/part/labelled.tsx'
import { FollowRun, type Started } from '../../../web/print/follow-run.tsx'
import { recordLink } from '../../../web/record/record-link.ts'
import { may } from '../../../web/session/permission.ts'
import { useSession } from '../../../web/session/session.ts'
import { billCycles } from '../../lists/items.model.ts'
import { BuyersDialog } from '../buyers/buyers-dialog.screen.tsx'
import { invoices } from '../invoices.model.ts'
import { mostPrinted } from '../invoices.rules.ts'
import { Drafts } from './drafts.screen.tsx'
import { lastPeriodEnd } from './period.rules.ts'
import { cycleStarted, draftsOfCycle, invoicesToPrint, type issuedByCycle } from '../answers/answers.model.ts'
import type { RowTo, Shaped } from '../../../core/answer/answer.ts'
import { itemsOfList } from '../../../core/answer/questions.ts'
import './cycle.screen.css'

type Item = Pick<RowTo<typeof itemsOfList>, 'ListItemId' | 'ItemLabel'>

// shown before the list has loaded, so that early typing is not lost
const usual: readonly Item[] = Object.values(billCycles.items).map(({ id, label }) => ({
  ListItemId: id,
  ItemLabel: label,
}))

type Choice = { cycle: number | undefined; From: string; Until: string; InvoiceDate: string }
type ChosenProps = { choice: Choice; onChange: (changed: Partial<Choice>) => void }

/** The cycle, the days and the date of the paper; choosing a cycle sets its last past period. */
const Choosing = ({ choice, onChange }: ChosenProps) => {
  const { Role } = useSession()
  const cycles = useAnswer(itemsOfList, { ListId: billCycles.listId })
  const choose = (text: string) => {
    const cycle = text === '' ? undefined : Number(text)
    onChange({ cycle, ...(cycle !== undefined && { Until: lastPeriodEnd(cycle, dayOf(new Date())) }) })
  }
  return (
    <div className="billed-period">
      <Labelled label="Bill Cycle">
        {(given) => (
          <select
            {...given}
            className="input"
            autoFocus
            value={choice.cycle ?? ''}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="" />
            {(cycles.data ?? usual).map((item) => (
              <option key={item.ListItemId} value={item.ListItemId}>
                {item.ItemLabel}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled label="From" hint="Empty: all sales not invoiced yet">
        {(given) => <DateInput {...given} value={choice.From} onChange={(From) => onChange({ From })} />}
      </Labelled>
      <Labelled label="Until">
        {(given) => <DateInput {...given} value={choice.Until} onChange={(Until) => Until && onChange({ Until })} />}
      </Labelled>
      {isPrivileged(Role) && (
        <Labelled label="Invoice Date">
          {(given) => (
            <DateInput
              {...given}
              value={choice.InvoiceDate}
              onChange={(InvoiceDate) => InvoiceDate && onChange({ InvoiceDate })}
            />
          )}
        </Labelled>
      )}
    </div>
  )
}

type Made = Shaped<typeof issuedByCycle>
type IssuedProps = { run: Run<Made>; onGo: () => void; onPrint: (ids: readonly number[]) => Promise<void> }
const IssuedLinks = ({ run, onGo, onPrint }: IssuedProps) => {
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const issued = run.Result?.Invoices ?? []
  if (issued.length === 0) return null
  const print = () => {
    setBusy(true)
    void onPrint(issued.map(({ InvoiceId }) => InvoiceId)).finally(() => setBusy(false))
  }
  return (
    <>
      {may(session, invoices.id, 'print') && (
        <div>
          <Button
            label="Print all"
            icon={IconPrinter}
            count={issued.length}
            busy={busy}
            onClick={print}
            reason={issued.length > mostPrinted ? `${mostPrinted} invoices can be printed at a time` : undefined}
          />
        </div>
      )}
      <ul className="issued" aria-label="Issued invoices">
        {issued.map(({ InvoiceId, InvoiceNo, Buyer }) => (
          <li key={InvoiceId}>
            <Link {...recordLink('invoices', { InvoiceId })} className="link" onClick={onGo}>
              {InvoiceNo}
            </Link>{' '}
            {Buyer}
          </li>
        ))}
      </ul>
    </>
  )
}

const today = () => dayOf(new Date())
const CycleDialog = ({ onClose }: { onClose: () => void }) => {
  const { Entity } = useSession()
  const [choice, setChoice] = useState<Choice>(() => ({
    cycle: undefined,
    From: '',
    Until: today(),
    InvoiceDate: today(),
  }))
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [started, setStarted] = useState<Started>()
  const [printing, setPrinting] = useState<Started>()
  const period = { SellerId: Entity.ClientId, ...(choice.From && { From: choice.From }), Until: choice.Until }
  const body = { ...period, BillCycleId: choice.cycle }
  const drafts = useAnswer(choice.cycle === undefined ? undefined : draftsOfCycle, body)
  const found = drafts.data ?? []
  const chosen = found.filter((draft) => !left.has(draft.BuyerId))
  const change = (changed: Partial<Choice>) => {
    setError(undefined)
    if (changed.cycle !== undefined) setLeft(new Set())
    setChoice((before) => ({ ...before, ...changed }))
  }
  const issue = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const dated = choice.InvoiceDate === today() ? {} : { InvoiceDate: endOfDay(choice.InvoiceDate) }
      const BuyerIds = chosen.map((draft) => draft.BuyerId)
      setStarted(await postTo(cycleStarted, { ...body, ...dated, BuyerIds }))
      await forget(runsPath)
    } catch (refused) {
      setError(refused)
    } finally {
      setBusy(false)
    }
  }
  const print = async (InvoiceIds: readonly number[]) => {
    try {
      setPrinting(await postTo(invoicesToPrint, { InvoiceIds }))
      await forget(runsPath)
    } catch (refused) {
      sayError(refused)
    }
  }
  const close = () => {
    void forget(`/api/${invoices.id}`, '/api/getdata')
    onClose()
  }
  if (printing) return <FollowRun key="print" title="Print invoices" started={printing} onClose={close} />
  if (started)
    return (
      <FollowRun
        key="issue"
        title="Bill a period"
        started={started}
        onClose={close}
        made={(run: Run<Made>) => <IssuedLinks run={run} onGo={close} onPrint={print} />}
      />
    )
  return (
    <BuyersDialog
      title="Bill a period"
      label="Issue"
      count={chosen.length}
      busy={busy}
      error={error ?? drafts.error}
      onDo={issue}
      onClose={onClose}
    >
      <Choosing choice={choice} onChange={change} />
      {choice.cycle !== undefined && drafts.isSuccess && found.length === 0 && (
        <p className="quiet">No sales to invoice in this period.</p>
      )}
      {found.length > 0 && <Drafts drafts={found} period={period} left={left} onLeft={setLeft} />}
    </BuyersDialog>
  )
}

export const InvoiceCycle = () => {
  const session = useSession()
  const [open, setOpen] = useState(false)
  if (!may(session, invoices.id, 'create')) return null
  return (
    <>
      <Button label="Bill a period" icon={IconCalendarDollar} hotkey="alt+i" onClick={() => setOpen(true)} />
      {open && <CycleDialog onClose={() => setOpen(false)} />}
    </>
  )
}
