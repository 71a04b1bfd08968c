// Values over time: each changed value, its dates and the person who set it.
import { useMemo } from 'react'
import { formatDateTime } from '../../core/dates.ts'
import type { Model } from '../../core/model.ts'
import type { Names, Part } from '../record/changes.ts'
import { coursesOf, type Course, type Happened, type Span } from './courses.ts'
import { useText } from './use-text.ts'

const Said = ({ part, named, names }: { part: Part; named: boolean; names: Names }) => {
  const text = useText(part, names)
  return (
    <span className="row-part">
      {named && <span className="secondary">{part.label} </span>}
      <b>{text(part.is)}</b>
    </span>
  )
}

const SpanRow = ({ span, named, names }: { span: Span; named: boolean; names: Names }) => (
  <tr>
    <td>
      {span.parts.map((part) => (
        <Said key={part.name} part={part} named={named} names={names} />
      ))}
    </td>
    <td>{span.From === null ? <span className="quiet">before</span> : formatDateTime(span.From)}</td>
    <td>{span.Till === null ? <span className="quiet">now</span> : formatDateTime(span.Till)}</td>
    <td>{span.By ?? ''}</td>
  </tr>
)

const CourseRows = ({ course, names }: { course: Course; names: Names }) => (
  <tbody>
    <tr>
      <th scope="rowgroup" colSpan={4}>
        {course.label} {course.title && <span className="secondary">{course.title}</span>}
      </th>
    </tr>
    {course.spans.map((span, at) => (
      // a field is named above; a row has several values
      <SpanRow key={at} span={span} named={span.parts.length > 1 || course.title !== ''} names={names} />
    ))}
  </tbody>
)

type Props = { model: Model; entries: readonly Happened[]; names: Names }
export const OverTime = ({ model, entries, names }: Props) => {
  const courses = useMemo(() => coursesOf(model, entries, names), [model, entries, names])
  if (courses.length === 0) return <p className="quiet">No value has changed yet.</p>
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label="Values over time">
      <table className="over-time">
        <thead>
          <tr>
            {['Value', 'From', 'Till', 'By'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {courses.map((course, at) => (
          <CourseRows key={at} course={course} names={names} />
        ))}
      </table>
    </div>
  )
}
