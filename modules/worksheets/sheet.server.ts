// One worksheet as it is opened: the model says all of it.
import { readShown } from '../../server/table/read-of.ts'
import { worksheets } from './worksheets.model.ts'

export const sheetPlace = { model: worksheets, table: 'worksheets', alias: 'ws', keyColumn: 'work_sheet_id' }
export const readSheet = readShown(sheetPlace, {})
