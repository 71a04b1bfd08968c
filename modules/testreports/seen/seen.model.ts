// The version of a report in which its reader saw it, sent with an act on the whole of it; every screen sends it.
import { integer, type Fields } from '../../../core/model.ts'

export const seenFields = {
  Version: integer('Version'),
} satisfies Fields
