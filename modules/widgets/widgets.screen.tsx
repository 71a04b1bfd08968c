// A standard widget on screen: for whom, where, and what it shows.
import { useGet } from '../../web/api/cache.ts'
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import { screenOf } from '../../web/screen/screen-of.ts'
import { parametersOf, type Query } from './parameters.rules.ts'
import { widgets } from './widgets.model.ts'

const { Field, useRecord, useValue } = screenOf(widgets)

/** What the chosen query takes, with an example of how it is written. */
const useTakes = (): string => {
  const queries = useGet<Query[]>('/api/querystatements').data
  const taken = parametersOf(queries, useValue('StatementId'))
  const [first] = taken
  if (!first) return 'This query takes no parameters'
  const example = JSON.stringify({ [first.Name]: first.Type === 'C' ? 'text' : 14 })
  const names = taken.map(({ Name, Hint }) => (Hint ? `${Name} (${Hint})` : Name))
  return `It takes ${names.join(', ')}. Written as ${example}`
}

const Parameters = () => <Field name="QueryParameters" span={12} rows={3} note={useTakes()} />

export const Screen = () => (
  <Detail record={useRecord()}>
    <FieldCard label="Widget">
      <Field name="RoleId" span={4} />
      <Field name="EntityTypeId" span={4} />
      <Field name="Target" span={4} note="B1 to B4: the tiles from the left. T1 to T4: the tables below" />
      <Field name="Label" span={4} note="Empty: the query's own name" />
      <Field name="StatementId" span={8} />
      <Parameters />
    </FieldCard>
  </Detail>
)
