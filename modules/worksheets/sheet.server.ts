// One worksheet as it is opened: all of it comes from the model.
import { readShown } from '../../server/table/read-of.ts'
import { worksheets } from './worksheets.model.ts'

export const sheetPlace = { model: worksheets, table: 'worksheets', alias: 'worksheet', keyColumn: 'work_sheet_id' }
export const readSheet = readShown(sheetPlace, {})
