// What the home shows the network's administrators above the widgets: a wrong public address, and the next steps.
import { FirstSteps } from './first-steps.tsx'
import { OtherAddress } from './other-address.tsx'

export const ForKeepers = () => (
  <>
    <OtherAddress />
    <FirstSteps />
  </>
)
