// A second factor that is on: makes new recovery codes, or turns it off.
import { useState } from 'react'
import { postTo } from '../../api/api.ts'
import { saySaved } from '../../message/snackbar-store.ts'
import { Labelled } from '../../part/labelled.tsx'
import { CodeField, EntranceForm } from '../entrance-form.tsx'
import type { EntranceValues } from '../entrance-form.tsx'
import { PasswordInput } from '../password-input.tsx'
import { factorEnded, newCodes } from '../../../core/answer/questions.ts'

type Props = {
  readonly state: { readonly Demanded: boolean; readonly RecoveryCodes: number }
  readonly onCodes: (codes: readonly string[]) => void
  readonly onOff: () => void
  readonly onClose: () => void
}
export const KeptFactor = ({ state, onCodes, onOff, onClose }: Props) => {
  const [ends, setEnds] = useState(false)
  const renew = async ({ Code }: EntranceValues) => onCodes((await postTo(newCodes, { Code })).RecoveryCodes)
  const turnOff = async ({ Code, CurrentPassword }: EntranceValues) => {
    saySaved(await postTo(factorEnded, { Code, CurrentPassword }))
    onOff()
  }
  if (ends)
    return (
      <EntranceForm
        key="off"
        title="Turn the second factor off"
        note="From then on the password alone signs you in."
        act="Turn off"
        close="Close"
        onClose={onClose}
        onSend={turnOff}
      >
        {(errors) => (
          <>
            <Labelled label="Current Password" error={errors.CurrentPassword?.[0]}>
              {(given) => <PasswordInput {...given} name="CurrentPassword" autoComplete="current-password" autoFocus />}
            </Labelled>
            <CodeField errors={errors} />
          </>
        )}
      </EntranceForm>
    )
  return (
    <EntranceForm
      key="on"
      title="Second factor"
      note={`It is on, with ${state.RecoveryCodes} recovery codes left. Enter a code to make ten new ones.`}
      act="New recovery codes"
      close="Close"
      onClose={onClose}
      onSend={renew}
    >
      {(errors) => (
        <>
          <CodeField errors={errors} first />
          {!state.Demanded && (
            <button type="button" className="button link" onClick={() => setEnds(true)}>
              Turn it off
            </button>
          )}
        </>
      )}
    </EntranceForm>
  )
}
