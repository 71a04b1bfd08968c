// Asks why a tube is rejected, and for the outcome of the call to its patient.
import { AskFields, type AskFieldsProps } from '../../../web/dialog/ask-fields.tsx'
import { sampleStatus } from '../../lists/items.model.ts'
import { callFields, rejectionFields } from './recollection.model.ts'

type Given = Pick<AskFieldsProps, 'onDo' | 'onClose'> & { barcode: string }
export const RejectDialog = ({ barcode, ...given }: Given) => (
  <AskFields
    title="Reject sample"
    label="Reject"
    text={`${barcode} is recollected free of charge. The centre that collected it is notified to call the patient.`}
    fields={rejectionFields}
    start={{ StatusId: sampleStatus.Rejected, ReasonId: null, Remarks: null }}
    {...given}
  />
)

export const CallDialog = ({ barcode, ...given }: Given) => (
  <AskFields
    title="Call to the patient"
    label="Note the call"
    text={`About ${barcode}, which is to be recollected.`}
    fields={callFields}
    start={{ Outcome: null, CalledTo: null, CalledAt: new Date().toISOString(), Remarks: null }}
    {...given}
  />
)
