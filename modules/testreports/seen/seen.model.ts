// The version of a report in which its reader saw it, sent with an act on the whole of it.
import { integer, type Fields } from '../../../core/model.ts'

export const seenFields = {
  Version: integer('Version', { required: 'Version is missing: which one was the newest when you read the report' }),
} satisfies Fields
