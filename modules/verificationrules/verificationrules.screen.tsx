// A verification rule on screen: its bounds, the outcome of its trial, and its switch.
import { reasonOf } from '../../core/refusal.ts'
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import { Button } from '../../web/part/button.tsx'
import { useMode } from '../../web/record/use-form.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { may, signedIn } from '../../web/session/permission.ts'
import { useSession } from '../../web/session/session.ts'
import { verificationrules } from './verificationrules.model.ts'
import { maySwitchOff, maySwitchOn, trialText } from './verify.rules.ts'

const { Field, useRecord, useDetail, useValue } = screenOf(verificationrules)

const Switch = () => {
  const record = useDetail()
  const session = useSession()
  const rule = {
    IsActive: useValue('IsActive') ?? null,
    RuleVersion: useValue('RuleVersion') ?? null,
    DryRunVersion: useValue('DryRunVersion') ?? null,
    DryRunResults: useValue('DryRunResults') ?? null,
    IsOutdated: useValue('IsOutdated') ?? null,
  }
  const LabId = useValue('LabId')
  if (record.key === null) return null
  const act = (path: string, body: object = { formId: record.key }) =>
    void record.act(`/api/${path}/${verificationrules.id}`, body)
  const user = signedIn(session)
  return (
    <>
      {may(session, verificationrules.id, 'update') && (
        <Button label="Try on past results" onClick={() => act('dryrun')} />
      )}
      {may(session, verificationrules.id, 'approve') && (
        <>
          {rule.IsActive ? (
            <Button label="Switch off" reason={reasonOf(maySwitchOff(rule, user))} onClick={() => act('switchoff')} />
          ) : (
            <Button
              label="Switch on"
              look="primary"
              reason={reasonOf(maySwitchOn(rule, user))}
              onClick={() => act('switchon')}
            />
          )}
          <Button label="Stop all of this lab" onClick={() => act('stop', { LabId })} />
        </>
      )}
    </>
  )
}

/** The trial in one sentence, and whether it still counts. */
const Trial = () => {
  const [Results, Verified, Misses] = [useValue('DryRunResults'), useValue('DryRunVerified'), useValue('DryRunMisses')]
  const [tried, version, isOutdated] = [useValue('DryRunVersion'), useValue('RuleVersion'), useValue('IsOutdated')]
  if (tried == null) return <p className="quiet">Not tried yet. A rule is switched on only after its trial.</p>
  const changed = tried !== version ? 'rule' : isOutdated ? 'element' : undefined
  return (
    <>
      <p className={changed ? 'quiet' : ''}>
        {trialText({ Results: Results ?? 0, Verified: Verified ?? 0, Misses: Misses ?? 0 })}
      </p>
      {changed && <p className="warn">The {changed} was changed since. This trial no longer counts.</p>}
    </>
  )
}

const Tried = () => {
  // a new rule was not tried
  if (useMode() === 'add') return null
  return (
    <>
      <FieldCard label="Tried on past results">
        <Field name="DryRunAt" />
        <Field name="DryRunResults" />
        <Field name="DryRunVerified" />
        <Field name="DryRunMisses" />
        <Field name="IsOutdated" />
      </FieldCard>
      <section className="card" aria-label="Trial">
        <h2>Outcome of the trial</h2>
        <Trial />
      </section>
    </>
  )
}

export const Screen = () => (
  <Detail record={useRecord()} viewActions={<Switch />}>
    <FieldCard label="Verification Rule">
      <Field name="Name" span={4} />
      <Field name="LabId" span={4} />
      <Field name="ElementId" span={4} />
      <Field name="LowValue" />
      <Field name="HighValue" />
      <Field name="IsActive" />
      <Field name="SwitchedBy" />
      <Field name="SwitchedAt" />
    </FieldCard>
    <Tried />
  </Detail>
)
