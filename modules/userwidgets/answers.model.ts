// What questions about own widgets answer.
import { oneOfTexts, rowsAt } from '../../core/answer/answer.ts'
import { places } from '../widgets/widgets.model.ts'

/** The role's widget at the place of one's own. */
export const standardWidget = rowsAt(601, {
  Target: oneOfTexts(...places),
  Label: 'text?',
  StatementId: 'integer',
  QueryParameters: 'text?',
  UserWidgetId: 'integer?',
})
