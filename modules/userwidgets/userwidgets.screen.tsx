// A user's own widget on screen: its query, the query's parameters, and what they show.
import { Navigate } from '@tanstack/react-router'
import { answerTo } from '../../web/api/api.ts'
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import { sayError } from '../../web/message/snackbar-store.ts'
import type { RecordOptions } from '../../web/record/form.ts'
import { recordLink } from '../../web/record/record-link.ts'
import { useFormState } from '../../web/record/use-form.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { errorsOf, Parameters } from './parameters.screen.tsx'
import { PreviewButton, PreviewCard, usePreview } from './preview.screen.tsx'
import { beginningOf } from './beginning.rules.ts'
import { userwidgets, type userWidgetFields } from './userwidgets.model.ts'
import { standardWidget } from './answers.model.ts'
import { dashboardWidgets } from '../../core/answer/questions.ts'

const { Field, useRecord } = screenOf(userwidgets)

const options: RecordOptions<typeof userWidgetFields> = {
  start: (_user, { WidgetId }) => ({ WidgetId: typeof WidgetId === 'number' ? WidgetId : null }),
  locked: (name) => (name === 'Target' ? 'The place is the one it was opened from' : undefined),
  changed: { StatementId: (form) => form.set({ QueryParameters: null }) },
  check: errorsOf,
  opened: async (form) => {
    const WidgetId = form.get('WidgetId')
    try {
      const [standing, [standard]] = await Promise.all([
        answerTo(dashboardWidgets),
        WidgetId ? answerTo(standardWidget, { WidgetId }) : [],
      ])
      form.set(beginningOf(standing, standard))
    } catch (error) {
      sayError(error)
    }
  },
}

export const Screen = () => {
  const record = useRecord(options)
  const preview = usePreview()
  const chosen = useFormState(record.form, (state) => state.values.StatementId)
  // an own widget at this place is the one to edit
  const own = useFormState(record.form, ({ mode, values }) => (mode === 'add' ? values.UserWidgetId : undefined))
  if (own) return <Navigate {...recordLink('userwidgets', { UserWidgetId: own })} replace />
  return (
    <Detail record={record} editActions={<PreviewButton preview={preview} />}>
      <FieldCard label="Widget">
        <Field name="Target" />
        <Field name="Label" span={4} />
        <Field name="StatementId" span={6} />
        {chosen && <Parameters />}
      </FieldCard>
      <PreviewCard preview={preview} />
    </Detail>
  )
}
