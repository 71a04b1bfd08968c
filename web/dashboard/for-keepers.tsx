// What the home says to who keeps the network, above the widgets: an address that may be wrong, and what comes next.
import { FirstSteps } from './first-steps.tsx'
import { OtherAddress } from './other-address.tsx'

export const ForKeepers = () => (
  <>
    <OtherAddress />
    <FirstSteps />
  </>
)
