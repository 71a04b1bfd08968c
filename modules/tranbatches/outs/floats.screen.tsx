// Floats that were offered out of a batch, on its screen: accepted or refused by their takers, withdrawn by the giver.
import { useState } from 'react'
import { formatMoney } from '../../../core/money.ts'
import { AskFields } from '../../../web/dialog/ask-fields.tsx'
import { askText } from '../../../web/dialog/ask.ts'
import { Button } from '../../../web/part/button.tsx'
import { gridsOf } from '../../../web/screen/grids-of.ts'
import type { ScreenColumns } from '../../../web/screen/grids-of.ts'
import { screenOf } from '../../../web/screen/screen-of.ts'
import { floatStates } from '../modes.rules.ts'
import { tranbatches, type batchFields } from '../tranbatches.model.ts'
import { outAmount } from './outs.model.ts'
import { isOffered } from './outs.rules.ts'

const { useDetail, useValue } = screenOf(tranbatches)
const { GridCard } = gridsOf(tranbatches)
const words = new Map<string, string>(floatStates)
type Row = Parameters<NonNullable<ScreenColumns<typeof batchFields, 'FloatOffers'>[number]['show']>>[0]
const about = (row: Row): string => [row.Remarks, row.EndReason].filter(Boolean).join(', ')

/** Without an offer there is no card. */
export const Floats = () => {
  const record = useDetail()
  const [offers, OffererId] = [useValue('FloatOffers'), useValue('OwnerId')]
  const [accepting, setAccepting] = useState<Row>()
  const { user } = record.form
  const path = (act: string) => `/api/${act}/${String(record.key)}`
  const end = async ({ FloatOfferId }: Row) => {
    const reason = await askText({ title: 'Float', label: 'Reason', text: 'The float stays in this batch.' })
    if (reason !== undefined) await record.act(path('endfloat'), { FloatOfferId, reason })
  }
  if ((offers ?? []).length === 0) return null
  const columns: ScreenColumns<typeof batchFields, 'FloatOffers'> = [
    { name: 'OfferedAt', width: 170 },
    { name: 'Taker', width: 'minmax(140px, 1fr)' },
    { name: 'Amount', width: 110, strong: true },
    { view: 'State', title: 'State', width: 150, editable: false, show: (row) => words.get(row.State ?? '') },
    { view: 'About', title: 'About', width: 'minmax(120px, 1fr)', editable: false, show: about },
    {
      view: 'Accept',
      title: '',
      width: 100,
      editable: false,
      show: (row) =>
        isOffered(row, user).ok ? <Button label="Accept" look="primary" onClick={() => setAccepting(row)} /> : null,
    },
    {
      view: 'End',
      title: '',
      width: 110,
      editable: false,
      show: (row) =>
        isOffered({ ...row, OffererId: OffererId ?? null }, user).ok ? (
          <Button label={row.TakerId === user.UserId ? 'Refuse' : 'Withdraw'} onClick={() => void end(row)} />
        ) : null,
    },
  ]
  return (
    <>
      <GridCard
        name="FloatOffers"
        columns={columns}
        height={250}
        card={(row) => ({
          title: row.Taker,
          end: formatMoney(row.Amount ?? 0),
          note: words.get(row.State ?? '') ?? '',
        })}
      />
      {accepting && (
        <AskFields
          title="Accept float"
          label="Accept"
          text="Count what you are given: it goes into your own batch."
          fields={{ Amount: outAmount }}
          start={{ Amount: null }}
          onDo={(body) => record.tryAct(path('acceptfloat'), { ...body, FloatOfferId: accepting.FloatOfferId })}
          onClose={() => setAccepting(undefined)}
        />
      )}
    </>
  )
}
