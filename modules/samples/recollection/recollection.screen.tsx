// A rejected or recollected sample: its replacement, what it replaces, and the calls to its patient.
import { Link } from '@tanstack/react-router'
import { IconBan, IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDateTime } from '../../../core/dates.ts'
import { reasonOf } from '../../../core/refusal.ts'
import { ActionButton } from '../../../web/detail/detail.tsx'
import { Button } from '../../../web/part/button.tsx'
import { Shown } from '../../../web/field/shown.tsx'
import { recordLink } from '../../../web/record/record-link.ts'
import { screenOf } from '../../../web/screen/screen-of.ts'
import { signedIn } from '../../../web/session/permission.ts'
import { useSession } from '../../../web/session/session.ts'
import { samples } from '../samples.model.ts'
import { CallDialog, RejectDialog } from './dialogs.screen.tsx'
import { isHeld, isUnderWay, mayNoteCall, mayReject } from './recollection.rules.ts'

const { useActions, useDetail, useValue } = screenOf(samples)

/** The buttons Reject and Note call. */
export const Acts = () => {
  const record = useDetail()
  const user = signedIn(useSession())
  const { update } = useActions()
  const [asking, setAsking] = useState<'reject' | 'call'>()
  const [Barcode, StatusId, OwnerId] = [useValue('Barcode'), useValue('StatusId'), useValue('OwnerId')]
  const [SampleElements, ReplacesSampleId] = [useValue('SampleElements'), useValue('ReplacesSampleId')]
  const mayBeRejected = mayReject(
    {
      Barcode: Barcode ?? null,
      StatusId: StatusId ?? null,
      OwnerId: OwnerId ?? null,
      SampleElements: SampleElements ?? [],
    },
    user,
  )
  const mayBeCalled = mayNoteCall({ StatusId: StatusId ?? null, ReplacesSampleId: ReplacesSampleId ?? null })
  const act = (path: string) => (body: object) => record.tryAct(path, { formId: Number(record.key), ...body })
  const close = () => setAsking(undefined)
  return (
    <>
      {mayBeCalled.ok && (
        <ActionButton permit="update" label="Note call" icon={IconPhone} onClick={() => setAsking('call')} />
      )}
      {update !== undefined &&
        (isHeld(StatusId ?? null) || (isUnderWay(StatusId ?? null) && OwnerId === user.EntityId)) && (
          <Button
            label="Reject"
            look="danger"
            icon={IconBan}
            reason={update === true ? reasonOf(mayBeRejected) : update}
            onClick={() => setAsking('reject')}
          />
        )}
      {asking === 'reject' && (
        <RejectDialog barcode={Barcode ?? ''} onDo={act('/api/reject/samples')} onClose={close} />
      )}
      {asking === 'call' && (
        <CallDialog barcode={Barcode ?? ''} onDo={act('/api/patientcalls/samples')} onClose={close} />
      )}
    </>
  )
}

/** Shown only for a rejected tube or a replacement. */
export const Recollection = () => {
  const [reason, replacedBy] = [useValue('Reason'), useValue('ReplacedBy')]
  const [replaces, calls] = [useValue('ReplacesSampleId'), useValue('Calls') ?? []]
  if (!reason && !replacedBy && !replaces) return null
  return (
    <section className="card" aria-label="Recollection">
      <h2>Recollection</h2>
      <div className="fields">
        {reason && <Shown label="Reason">{reason.ItemLabel}</Shown>}
        {replacedBy && (
          <Shown label="Replaced by">
            <Link {...recordLink('samples', { SampleId: replacedBy.SampleId ?? undefined })}>{replacedBy.Barcode}</Link>
          </Shown>
        )}
        {replaces && (
          <Shown label="Replaces">
            <Link {...recordLink('samples', { SampleId: replaces })}>Sample {replaces}</Link>
          </Shown>
        )}
      </div>
      {replaces && (
        <ul className="calls" aria-label="Calls to the patient">
          {calls.length === 0 && <li className="quiet">The patient was not called yet.</li>}
          {calls.map((call, index) => (
            <li key={index}>
              <b>{call.IsReached ? 'Reached' : 'Not reached'}</b> {call.CalledTo}
              <span className="quiet">
                {' '}
                {formatDateTime(call.CalledAt)}
                {call.By && `, ${call.By}`}
              </span>
              {call.Remarks && <span className="secondary"> {call.Remarks}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
