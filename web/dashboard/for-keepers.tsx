// What the home shows the network's administrators above the widgets: failing backups, a wrong public address, and the
// next steps.
import { BackupWarning } from './backup-warning.tsx'
import { FirstSteps } from './first-steps.tsx'
import { OtherAddress } from './other-address.tsx'

export const ForKeepers = () => (
  <>
    <BackupWarning />
    <OtherAddress />
    <FirstSteps />
  </>
)
