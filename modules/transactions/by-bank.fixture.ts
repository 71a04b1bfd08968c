// How a payment leaves the bank, for tests: each under a reference of its own, as the bank gives it.
import { paymentMode } from '../lists/items.model.ts'

let numbers = 4710
export const byBank = (): { readonly PaymentModeId: number; readonly PaymentRef: string } => {
  numbers += 1
  return { PaymentModeId: paymentMode.BankTransfer, PaymentRef: `NEFT ${numbers}` }
}
