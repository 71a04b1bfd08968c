// What two places of the network owe each other, settled net: the smaller sum is set off on both sides, the rest paid.
import {
  choice,
  datetime,
  defineModel,
  integer,
  money,
  object,
  oneOf,
  reference,
  rows,
  text,
} from '../../core/model.ts'
import { paymentModes } from '../lists/items.model.ts'

const computed = { computed: true } as const
const named = (label: string) => object(label, { ClientId: integer('Id'), Name: text('Name') })

const documentFields = {
  AllocationId: integer('Allocation', computed),
  Debtor: text('Owed By', computed),
  Creditor: text('Owed To', computed),
  Document: text('Document', computed),
  Amount: money('Amount', computed),
}

export const setOffFields = {
  SetOffId: integer('Settlement Id', computed),
  FirstId: reference('Place', 'place', { required: 'Place is required', names: 'First' }),
  First: named('Place'),
  SecondId: reference('And Place', 'place', { required: 'And Place is required', names: 'Second' }),
  Second: named('And Place'),
  FirstOwed: money('Owed to the First', computed),
  SecondOwed: money('Owed to the Second', computed),
  Amount: money('Set Off', computed),
  /** What is left to pay of the larger sum. */
  Rest: money('Rest', computed),
  /** How the rest is paid; empty: it stays owed. */
  PaymentModeId: choice('Rest Paid By', paymentModes, { asked: true }),
  PaymentRef: text('Payment Reference', { asked: true, maxLength: 60 }),
  Remarks: text('Remarks', { maxLength: 500 }),
  SettledAt: datetime('Settled', computed),
  State: oneOf(
    'State',
    [
      ['Settled', 'Settled'],
      ['Cancelled', 'Cancelled'],
    ],
    computed,
  ),
  FirstTransactionId: integer('Transaction of the First', computed),
  SecondTransactionId: integer('Transaction of the Second', computed),
  PaymentId: integer('Payment of the Rest', computed),
  CancelReason: text('Cancelled Because', computed),
  Documents: rows('Documents', documentFields, {
    rowKey: 'AllocationId',
    computed: true,
    from: { view: 'set_off_document_rows', order: ['allocation_id'] },
  }),
}

export const setoffs = defineModel({
  id: 'setoffs',
  name: 'Settlements',
  singular: 'Settlement',
  icon: 'heart-handshake',
  group: 'Accounts',
  sequence: 47,
  key: ['SetOffId'],
  statementId: 1079,
  firstRow: 'What two places owe each other is settled here.',
  fields: setOffFields,
  list: [
    'SetOffId',
    'SettledAt',
    { First: 'text?', Second: 'text?' },
    'FirstOwed',
    'SecondOwed',
    'Amount',
    'Rest',
    'State',
    'PaymentId',
  ],
  filters: {
    FromDate: datetime('From Date'),
    ToDate: datetime('To Date'),
    PlaceId: reference('Place', 'organisation'),
    State: setOffFields.State,
  },
  defaultDays: 90,
  permits: ['list', 'read', 'create', 'update', 'print'],
})
