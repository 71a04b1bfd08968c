// Who was given a report, as the server answers it and the screens show it.
import type { Shaped } from '../../../core/answer/answer.ts'
import type { given } from '../answers/answers.model.ts'

/** One recipient of the report of a sale, with the last time. */
export type Given = Shaped<typeof given>
