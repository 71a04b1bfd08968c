// The parameters of the party ledger: days and parties, from the fields of its filter.
import { endOfDay, startOfDay } from '../../core/dates.ts'

type Filter = Readonly<Record<'FromDate' | 'StartDate' | 'ToDate' | 'EndDate', string | null>> &
  Readonly<Record<'ClientIdList' | 'BuyerIds', readonly number[] | null>> &
  Readonly<Record<'ClientId' | 'BuyerId' | 'Buyer' | 'SellerId', number | null>>

/** The parameters of its statement, which takes no criteria: StartDate, EndDate, ClientIdList, SellerId. */
export const ledgerQuery = (filter: Partial<Filter>): Record<string, string> => {
  const from = filter.FromDate ?? filter.StartDate ?? ''
  const to = filter.ToDate ?? filter.EndDate ?? ''
  const one = filter.ClientId ?? filter.BuyerId ?? filter.Buyer
  const clients = [...(filter.ClientIdList ?? filter.BuyerIds ?? []), ...(typeof one === 'number' ? [one] : [])]
  return {
    ...(from !== '' && { StartDate: startOfDay(from) }),
    ...(to !== '' && { EndDate: endOfDay(to) }),
    ClientIdList: clients.join(','),
    ...(typeof filter.SellerId === 'number' && { SellerId: String(filter.SellerId) }),
  }
}
