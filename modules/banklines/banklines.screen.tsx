// A line of a bank's statement on screen: what the bank says, what it is matched with, and what may be done.
import { IconLink, IconNotebook, IconUnlink } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { formatDate, formatDateTime } from '../../core/dates.ts'
import { formatMoney } from '../../core/money.ts'
import { Detail } from '../../web/detail/detail.tsx'
import { AskFields } from '../../web/dialog/ask-fields.tsx'
import { askText } from '../../web/dialog/ask.ts'
import { Shown } from '../../web/field/shown.tsx'
import { Button } from '../../web/part/button.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import { reasonOf } from '../../core/refusal.ts'
import { gridsOf } from '../../web/screen/grids-of.ts'
import type { ScreenColumns } from '../../web/screen/grids-of.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { may } from '../../web/session/permission.ts'
import { useSession } from '../../web/session/session.ts'
import { banklines, toAccountFields, type bankLineFields } from './banklines.model.ts'
import { checkToAccount, mayMatch, mayUnmatch } from './match.rules.ts'
import { Slip } from './slip.screen.tsx'
import '../../web/field/field.css'

const { useDetail, useRecord, useValue } = screenOf(banklines)
const { GridCard } = gridsOf(banklines)
const Match = lazy(() => import('./match.screen.tsx').then(({ Match: it }) => ({ default: it })))

const Line = () => {
  const [account, day, balance] = [useValue('BankAccount'), useValue('Day'), useValue('Balance')]
  const [text, reference, amount] = [useValue('Description'), useValue('Reference'), useValue('Amount')]
  const [fee, matcher, at] = [useValue('Fee'), useValue('MatchedBy'), useValue('MatchedAt')]
  const ownAccount = useValue('OwnAccount')
  return (
    <section className="card" aria-label="Line">
      <div className="fields">
        <Shown label="Bank Account" span={4}>
          {account?.Name}
        </Shown>
        <Shown label="Day">{formatDate(day)}</Shown>
        <Shown label="Amount">{formatMoney(amount ?? 0, { symbol: true })}</Shown>
        <Shown label="Balance">{formatMoney(balance ?? 0, { symbol: true })}</Shown>
        <Shown label="Description" span={8}>
          {text}
        </Shown>
        <Shown label="Reference" span={4}>
          {reference}
        </Shown>
        {(fee ?? 0) > 0 && <Shown label="Fee">{formatMoney(fee ?? 0, { symbol: true })}</Shown>}
        {ownAccount && (
          <Shown label="Own Account" span={4}>
            {ownAccount}
          </Shown>
        )}
        {matcher && (
          <Shown label="Matched by" span={4} note={formatDateTime(at)}>
            {matcher.FullName}
          </Shown>
        )}
      </div>
    </section>
  )
}

const columns: ScreenColumns<typeof bankLineFields, 'Items'> = [
  { name: 'Day', width: 120 },
  { name: 'What', width: 'minmax(180px, 1fr)' },
  { name: 'Reference', width: 150 },
  { view: 'Slip', title: 'Slip', width: 110, editable: false, show: (row) => <Slip {...row} /> },
  { name: 'Amount', width: 120, strong: true },
  { name: 'UndoReason', width: 180 },
]

const Acts = () => {
  const record = useDetail()
  const { BankLineId, Day, Description, Reference, Amount, IsMatched } = useFormState(
    record.form,
    (state) => state.values,
  )
  const [asking, setAsking] = useState<'match' | 'account'>()
  const mayChange = may(useSession(), 'banklines', 'update')
  const path = (act: string) => `/api/${act}/banklines/${String(record.key)}`
  const undo = async () => {
    const reason = await askText({ title: 'Undo match', label: 'Reason', text: 'It is posted back today.' })
    if (reason !== undefined) await record.act(path('unmatch'), { reason })
  }
  const line = {
    BankLineId: Number(BankLineId),
    Day: Day ?? '',
    Description: Description ?? '',
    Reference: Reference ?? null,
    Amount: Amount ?? 0,
  }
  return (
    <>
      {mayChange && mayMatch({ IsMatched }).ok && (
        <Button label="Match" icon={IconLink} look="primary" hotkey="alt+g" onClick={() => setAsking('match')} />
      )}
      {mayChange && mayMatch({ IsMatched }).ok && (
        <Button
          label="Post to account"
          icon={IconNotebook}
          reason={reasonOf(checkToAccount(line.Amount, record.form.user))}
          onClick={() => setAsking('account')}
        />
      )}
      {mayChange && mayUnmatch({ IsMatched }).ok && (
        <Button label="Undo match" icon={IconUnlink} onClick={() => void undo()} />
      )}
      {asking === 'match' && (
        <Suspense>
          <Match
            line={line}
            roleId={record.form.user.RoleId}
            onDo={(body) => record.tryAct(path('match'), body)}
            onClose={() => setAsking(undefined)}
          />
        </Suspense>
      )}
      {asking === 'account' && (
        <AskFields
          title={`Post ${formatMoney(line.Amount, { symbol: true })} of ${formatDate(line.Day)}`}
          label="Post"
          text={`${line.Description}. The whole line goes to the account: it is neither a receipt nor a deposit.`}
          fields={toAccountFields}
          start={{ LedgerAccountId: null }}
          onDo={(body) => record.tryAct(path('toaccount'), body)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

export const Screen = () => {
  const record = useRecord()
  const isMatched = useFormState(record.form, (state) => state.values.IsMatched)
  return (
    <Detail
      record={record}
      readOnly
      viewActions={<Acts />}
      status={
        <span className="head-status">
          <i className={`dot ${isMatched === true ? 'done' : 'partly'}`} aria-hidden="true" />
          {isMatched === true ? 'Matched' : 'Not matched'}
        </span>
      }
    >
      <Line />
      <GridCard
        name="Items"
        columns={columns}
        height={250}
        rowClass={(row) => (row.IsUndone === true ? 'cancelled' : undefined)}
        card={(row) => ({ title: row.What, end: formatMoney(row.Amount ?? 0), note: row.Reference ?? '' })}
      />
    </Detail>
  )
}
