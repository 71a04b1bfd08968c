// What waits for a signatory, defined once for the work list and the tiles: what cannot be calculated needs no
// approval.
import { workItemStatus } from '../../lists/items.model.ts'

const { Entered, Reviewed } = workItemStatus

/** Statuses of an existing result before its signature. */
export const unsigned: readonly number[] = [Entered, Reviewed]
/** Of a work item `w` with its result `r`. */
export const waitsForApproval = `(w.status_id in (${unsigned.join(', ')}) and r.not_calculated is null)`
