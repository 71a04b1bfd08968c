// A line of a bill for tests of its rules: 350, the price of the list.
import { lineStatus } from '../lists/items.model.ts'
import type { SaleLine } from './sales.rules.ts'

export const aLine = (some: Partial<SaleLine> = {}): SaleLine => ({
  ProductId: 3001,
  Price: 350,
  DiscountPercent: 0,
  CommissionPercent: 0,
  OriginalPrice: 350,
  OriginalDiscountPercent: 0,
  Remarks: null,
  StatusId: lineStatus.Ordered,
  ...some,
})
