// A request on screen: what would be done, why it takes two, who asks for it and why, and the decision.
import { useQuery } from '@tanstack/react-query'
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react'
import { formatDateTime } from '../../core/dates.ts'
import { reasonOf } from '../../core/refusal.ts'
import { ask, askText } from '../../web/dialog/ask.ts'
import { use } from 'react'
import { Changed } from '../../web/detail/changed.tsx'
import { LoadModelContext } from '../../web/detail/record-part.tsx'
import { Detail } from '../../web/detail/detail.tsx'
import { Shown } from '../../web/field/shown.tsx'
import { Button } from '../../web/part/button.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { requests, requestStates } from './requests.model.ts'
import { amountsText, decidersText, mayDecide, mayWithdraw } from './requests.rules.ts'

const { useActions, useDetail, useRecord } = screenOf(requests)

const words = new Map<string, string>(requestStates)

/** The model of what a request changes: undefined until it is loaded, null where there is none to show. */
const useChanged = () => {
  const record = useDetail()
  const { ModuleId, Changes } = useFormState(record.form, (state) => state.values)
  const load = use(LoadModelContext)
  const isChange = Object.keys(Changes ?? {}).length > 0
  const { data } = useQuery({
    queryKey: ['model', ModuleId],
    queryFn: async () => (await load(ModuleId ?? '')) ?? null,
    enabled: isChange,
    staleTime: Infinity,
    // nobody decides before they see it
    retry: true,
    retryDelay: 2_000,
  })
  return isChange ? data : null
}

const Acts = () => {
  const record = useDetail()
  const { user } = record.form
  const request = useFormState(record.form, (state) => state.values)
  const { approve, cancel } = useActions()
  const act = (name: string, more: object = {}) => record.act(`/api/${name}/requests`, { formId: record.key, ...more })
  const agree = async () => {
    const text = [request.What, amountsText(request.Amounts ?? {}), request.Why].filter(Boolean).join('. ')
    if (await ask({ title: 'Agree', text, more: request.Reason ?? '', tall: true })) await act('approve')
  }
  const refuse = async () => {
    const reason = await askText({ title: 'Refuse', label: 'Reason', text: request.What ?? '' })
    if (reason !== undefined) await act('refuse', { reason })
  }
  const isShown = useChanged() !== undefined
  const decision = reasonOf(mayDecide(request, user)) ?? (isShown ? undefined : 'What it changes is not shown yet')
  if (request.State !== 'waiting') return null
  return (
    <>
      {approve !== undefined && (
        <>
          <Button label="Agree" icon={IconCheck} hotkey="alt+g" reason={decision} onClick={() => void agree()} />
          <Button label="Refuse" icon={IconX} reason={decision} onClick={() => void refuse()} />
        </>
      )}
      {cancel !== undefined && mayWithdraw(request, user).ok && (
        <Button label="Withdraw" icon={IconArrowBackUp} onClick={() => void act('withdraw')} />
      )}
    </>
  )
}

const About = () => {
  const record = useDetail()
  const request = useFormState(record.form, (state) => state.values)
  return (
    <section className="card" aria-label="Request">
      <div className="fields">
        <Shown label="What" span={8}>
          {request.What}
        </Shown>
        <Shown label="Amount">{amountsText(request.Amounts ?? {})}</Shown>
        <Shown label="Why a second person" span={8}>
          {request.Why}
        </Shown>
        <Shown label="State" note={request.State === 'waiting' ? `until ${formatDateTime(request.ExpiresOn)}` : ''}>
          {words.get(request.State ?? '')}
        </Shown>
        <Shown label="Reason" span={8}>
          {request.Reason}
        </Shown>
        <Shown label="Asked by" note={formatDateTime(request.AskedOn)}>
          {request.AskedBy?.FullName}
        </Shown>
        <Shown label="Who may decide" span={8}>
          {decidersText(request.RoleIds ?? [])}
        </Shown>
        {request.DecidedBy && (
          <Shown label="Decided by" note={formatDateTime(request.DecidedOn)}>
            {request.DecidedBy.FullName}
          </Shown>
        )}
        {request.Answer && (
          <Shown label="Answer" span={12}>
            {request.Answer}
          </Shown>
        )}
      </div>
    </section>
  )
}

const What = () => {
  const record = useDetail()
  const { FormId, Changes } = useFormState(record.form, (state) => state.values)
  const model = useChanged()
  if (!model || !Changes) return null
  return (
    <section className="card" aria-label="What it changes">
      <h2>
        {model.singular} {FormId ?? ''}
      </h2>
      <div className="history">
        <Changed model={model} changes={Changes} fresh={FormId === null} />
      </div>
    </section>
  )
}

export const Screen = () => (
  <Detail record={useRecord()} viewActions={<Acts />}>
    <About />
    <What />
  </Detail>
)
