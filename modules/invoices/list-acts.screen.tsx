// What is done from the list of invoices with many buyers: a period is billed, the overdue are reminded.
import { InvoiceCycle } from './cycle/cycle.screen.tsx'
import { Remind } from './letters/remind.screen.tsx'

export const ListActs = () => (
  <>
    <InvoiceCycle />
    <Remind />
  </>
)
