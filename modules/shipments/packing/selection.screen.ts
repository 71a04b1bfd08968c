// Waiting and selected tubes on the screen of a shipment: moves them between the two, and reloads them for another
// consignee.
import { useQuery } from '@tanstack/react-query'
import type { RecordOf } from '../../../core/model.ts'
import type { Errors } from '../../../core/validate.ts'
import { post } from '../../../web/api/api.ts'
import { cache, cached, keyOf, cachedTo } from '../../../web/api/cache.ts'
import { ask } from '../../../web/dialog/ask.ts'
import type { Form, RecordOptions, Shown } from '../../../web/record/form.ts'
import { useFormState } from '../../../web/record/use-form.ts'
import { sampleStatus, shipmentStatus } from '../../lists/items.model.ts'
import { tubesIn, type ShipmentSampleDraft, type ShippedTube, type shipmentFields } from '../shipments.model.ts'
import { choosesConsignee, sameParties } from '../shipments.rules.ts'
import type { clientFields } from '../../clients/clients.model.ts'
import { consignees } from '../../clients/acts/answers.model.ts'

type Fields = typeof shipmentFields
export type ShipmentForm = Form<Fields>
type Party = Shown<Fields>['Consignee']

const shippablePath = '/api/shippablesamples/search/'
const resetText = 'Reset all available and selected samples based on the new consignee'

/** Names of consignees seen so far, and the previous consignee while the question is open. */
const seen = new WeakMap<ShipmentForm, Map<number, Party>>()
const holding = new WeakMap<ShipmentForm, number | null>()
const remember = (form: ShipmentForm, id: number | null | undefined, party: Party): void => {
  const known = seen.get(form) ?? new Map<number, Party>()
  seen.set(form, known)
  if (id && party) known.set(id, party)
}

const rowsOf = ({ ShipmentSamples }: Shown<Fields>): readonly ShipmentSampleDraft[] => ShipmentSamples ?? []
/** The request for waiting tubes; undefined while a party is missing. */
const questionOf = (form: ShipmentForm) => {
  const { ConsignorId, ConsigneeId: chosen } = form.state().values
  const ConsigneeId = holding.has(form) ? holding.get(form) : chosen
  return ConsignorId && ConsigneeId
    ? { ConsignorId, SenderTypeId: form.session.Entity.ClientTypeId, ConsigneeId }
    : undefined
}

/** Waiting tubes: those of the server and those just removed, except the selected ones. */
const waitingOf = (form: ShipmentForm, available: readonly ShippedTube[]): ShippedTube[] => {
  const { began, values } = form.state()
  const selected = new Set(rowsOf(values).map((row) => row.SampleId))
  const isSame = questionOf(form)?.ConsigneeId === began.ConsigneeId
  const takenOff = isSame ? tubesIn(rowsOf(began)) : []
  const all = new Map([...takenOff, ...available].map((tube) => [tube.SampleId, tube]))
  return [...all.values()].filter((tube) => !selected.has(tube.SampleId))
}
/** The same from the cache, without waiting for a render. */
export const waitingNow = (form: ShipmentForm): ShippedTube[] => {
  const question = questionOf(form)
  const available = question && cache.getQueryData<readonly ShippedTube[]>(keyOf(shippablePath, question))
  return waitingOf(form, available ?? [])
}

export type Waiting = {
  readonly tubes: readonly ShippedTube[]
  /** Whether the server has answered. */
  readonly isLoaded: boolean
  readonly failed: boolean
}
/** Waiting tubes for the consignee of the form, kept up to date. */
export const useWaiting = (form: ShipmentForm): Waiting => {
  useFormState(form, () => questionOf(form)?.ConsigneeId)
  const question = questionOf(form)
  useFormState(form, (state) => state.values.ShipmentSamples)
  const { data, isError } = useQuery({
    queryKey: keyOf(shippablePath, question ?? {}),
    queryFn: async () => JSON.parse(await post<string>(shippablePath, question)) as readonly ShippedTube[],
    enabled: question !== undefined,
  })
  return { tubes: waitingOf(form, data ?? []), isLoaded: question === undefined || data !== undefined, failed: isError }
}

/** Adds and removes tubes while a shipment is packed. */
export const askAgain = (): Promise<void> => cache.invalidateQueries({ queryKey: [shippablePath] })

export const selectedOf = (form: ShipmentForm): readonly ShipmentSampleDraft[] => rowsOf(form.state().values)
/** The newest is first. */
export const select = (form: ShipmentForm, tubes: readonly ShippedTube[]): void => {
  const before = selectedOf(form)
  const there = new Set(before.map((row) => row.SampleId))
  const kept = new Map(rowsOf(form.state().began).map((row) => [row.SampleId, row]))
  const added = tubes
    .filter((tube) => !there.has(tube.SampleId))
    .map((Sample): ShipmentSampleDraft => {
      const row = kept.get(Sample.SampleId)
      return row ?? { SampleId: Sample.SampleId, StatusId: sampleStatus.Packed, Sample }
    })
  form.change('ShipmentSamples', [...added, ...before])
}
export const unselect = (form: ShipmentForm, sampleId: number): void =>
  form.change(
    'ShipmentSamples',
    selectedOf(form).filter((row) => row.SampleId !== sampleId),
  )

const restoreConsignee = (form: ShipmentForm, id: number | null | undefined): void => {
  const { began } = form.state()
  const party = id ? (seen.get(form)?.get(id) ?? (began.ConsigneeId === id ? began.Consignee : null)) : null
  form.set({ ConsigneeId: id ?? null, Consignee: party ?? null })
}
const keyIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)
/** Checks another consignee: not the consignor; resets the tubes once the user confirms. */
const consigneeChanged = async (form: ShipmentForm, value: unknown, before: unknown): Promise<void> => {
  const [id, was] = [keyIn(value), keyIn(before)]
  if (id !== null && id === form.get('ConsignorId')) {
    restoreConsignee(form, was)
    return form.put({ errors: { ...form.state().errors, ConsigneeId: [sameParties] } })
  }
  remember(form, id, form.get('Consignee'))
  if (selectedOf(form).length === 0) return
  holding.set(form, was)
  const confirmed = await ask({ text: resetText })
  holding.delete(form)
  if (confirmed) form.set({ ShipmentSamples: [] })
  else restoreConsignee(form, was)
}

type Parent = Pick<RecordOf<typeof clientFields>, 'ParentId' | 'ParentClient'>
type Named = { ClientId: number; Name: string }
/** The parent of the entity: from its record, or from the look-up where the user may not read the record. */
const parentOf = async ({ session }: ShipmentForm): Promise<Named | undefined> => {
  const { ClientId, ParentId } = session.Entity
  const mayRead = session.Permissions.some((one) => one.ModuleId === 'clients' && one.Permit === 'read')
  if (!mayRead) return (await cachedTo(consignees, { ClientId: ParentId }))[0]
  const { ParentId: id, ParentClient } = await cached<Parent>(`/api/clients/${ClientId}`)
  return id === null ? undefined : { ClientId: id, Name: ParentClient?.Name ?? '' }
}
/** The default consignee: the parent; for a laboratory only a parent that receives tubes, not its legal entity. */
const receiverOf = async (form: ShipmentForm): Promise<Named | undefined> => {
  const parent = await parentOf(form)
  if (!parent || !choosesConsignee(form.user)) return parent
  return (await cachedTo(consignees, { ClientId: parent.ClientId }))[0]
}

export const packing: RecordOptions<Fields> = {
  start: (_user, _search, { Entity }) => ({
    ConsignorId: Entity.ClientId,
    Consignor: { ClientId: Entity.ClientId, Name: Entity.Name, Area: null },
    StatusId: shipmentStatus.BeingPacked,
    ShipmentSamples: [],
  }),
  copy: (copied, _user, { Entity }) => ({
    ...copied,
    ConsignorId: Entity.ClientId,
    Consignor: { ClientId: Entity.ClientId, Name: Entity.Name, Area: null },
    ShipmentSamples: [],
    ...(copied.ConsigneeId === Entity.ClientId && { ConsigneeId: null, Consignee: null }),
  }),
  opened: async (form, copied) => {
    if (copied && form.get('ConsigneeId')) return remember(form, form.get('ConsigneeId'), form.get('Consignee'))
    const parent = await receiverOf(form).catch(() => undefined)
    if (!parent || form.get('ConsigneeId')) return
    const party = { ...parent, Area: null }
    remember(form, parent.ClientId, party)
    form.set({ ConsigneeId: parent.ClientId, Consignee: party })
  },
  locked: (name, _values, user) => {
    if (name === 'ConsignorId') return 'The consignor is always your own entity'
    if (name === 'ConsigneeId' && !choosesConsignee(user)) return 'Only a laboratory chooses the consignee'
    return undefined
  },
  check: ({ ConsignorId, ConsigneeId }): Errors =>
    ConsignorId && ConsignorId === ConsigneeId ? { ConsigneeId: [sameParties] } : {},
  changed: { ConsigneeId: consigneeChanged },
  // another user may have packed some of them meanwhile
  refused: async () => {
    await askAgain()
    return false
  },
  forgets: [shippablePath, '/api/samples', '/api/sales'],
}
