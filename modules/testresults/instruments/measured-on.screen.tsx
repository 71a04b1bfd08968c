// Which instrument measures a result, asked where the lab has several that do.
import { reasonOf } from '../../../core/refusal.ts'
import { askChoice } from '../../../web/dialog/ask.ts'
import { Button } from '../../../web/part/button.tsx'
import { useDoing, useMode } from '../../../web/record/use-form.ts'
import { signedIn } from '../../../web/session/permission.ts'
import { useSession } from '../../../web/session/session.ts'
import { mayMeasureOn } from '../bench.rules.ts'
import type { InService } from '../beside.model.ts'
import { asWorkItem } from '../judging/entry.rules.ts'
import { rowsOf, useDetail } from '../sheet/record.screen.tsx'
import { useSheet } from '../sheet/typing.screen.tsx'
import type { ResultRow } from '../testresults.model.ts'

const path = '/api/measureon/testresults'

/** The choice of a row's instrument; undefined where no other one measures it and its own is in service. */
const useInstruments = (row: ResultRow) => {
  const record = useDetail()
  const doing = useDoing()
  const rows = useSheet(rowsOf)
  const user = signedIn(useSession())
  const editing = useMode() === 'edit'
  const others = row.InService.filter((one) => one.LabInstrumentId !== row.LabInstrumentId)
  const stopped = row.OutOfService.find((one) => one.LabInstrumentId === row.LabInstrumentId)
  if (others.length === 0) return stopped && { button: null, stopped }
  const may = (one: ResultRow, there: InService) => {
    const present = one.LabInstrumentId
    const measures = one.InService.find((other) => other.LabInstrumentId === there.LabInstrumentId)
    return mayMeasureOn(asWorkItem(one), { there: measures, present }, user)
  }
  /** The rows of the sheet that go along: from the same instrument, and measured by the other as well. */
  const along = (there: InService): readonly ResultRow[] =>
    rows.filter((one) => one.LabInstrumentId === row.LabInstrumentId && may(one, there).ok)
  const move = async () => {
    const ways = others.flatMap((there) => [
      { key: `${there.LabInstrumentId} one`, there, rows: [row], label: `${there.Name}: ${row.Element}` },
      ...(along(there).length > 1
        ? [
            {
              key: `${there.LabInstrumentId} all`,
              there,
              rows: along(there),
              label: `${there.Name}: all ${along(there).length} of this sheet`,
            },
          ]
        : []),
    ])
    const answer = await askChoice({
      title: 'Measured on',
      text: `${row.Element} is on ${row.Instrument ?? 'no instrument'}. The report prints the one that measured it.`,
      choices: ways.map(({ key, label }) => [key, label] as const),
      cancel: 'Leave it',
    })
    const way = ways.find(({ key }) => key === answer)
    if (!way) return
    await record.act(path, {
      WorkItemIds: way.rows.map((one) => one.WorkItemId),
      RowVersions: way.rows.map((one) => one.RowVersion),
      LabInstrumentId: way.there.LabInstrumentId,
    })
  }
  const [first] = others
  const reason = first && reasonOf(may(row, first))
  const button = !editing && row.Actions.update !== undefined && (
    <Button label="On another one" reason={reason} busy={doing === path} onClick={() => void move()} />
  )
  return { button, stopped }
}

const Stopped = ({ stopped }: Pick<ReturnType<typeof useInstruments> & object, 'stopped'>) =>
  stopped ? (
    <span className="warn">
      {stopped.Name} is out of service: {stopped.Reason}
    </span>
  ) : null

export const MeasuredOn = ({ row }: { row: ResultRow }) => {
  const asked = useInstruments(row)
  if (!asked) return null
  return (
    <section>
      <h3>Measured on</h3>
      <p>
        <b>{row.Instrument ?? 'No instrument'}</b> {asked.button}
      </p>
      <Stopped {...asked} />
    </section>
  )
}

/** The same on a card. */
export const MeasuredOnCard = ({ row }: { row: ResultRow }) => {
  const asked = useInstruments(row)
  if (!asked) return null
  return (
    <p className="secondary measured-on">
      {row.Instrument ?? 'No instrument'} {asked.button} <Stopped {...asked} />
    </p>
  )
}
