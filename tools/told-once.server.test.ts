// A field of a sale line is declared once: three files give it to screen, table, history and refusal. One that is printed
// beside a result takes two. A check names the file in which it was forgotten.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bin, copyOfProject, runIn } from './rules/copy.ts'
import { apply, type Edit } from './rules/examples.ts'

const heading = 'A field of a sale line'
const edits = {
  column: {
    heading,
    file: 'migrations/NNNN_line_priority.sql',
    where: 'new',
    line: '',
    text: 'alter table sale_products add column priority integer;\n',
  },
  model: {
    heading,
    file: 'modules/sales/sales.model.ts',
    where: 'after',
    line: "  Remarks: text('Remarks', { maxLength: 500 }),",
    text: "  Priority: integer('Priority', { min: 1, max: 9, range: 'Priority must be from 1 to 9' }),\n",
  },
  screen: {
    heading,
    file: 'modules/sales/booking/products.screen.tsx',
    where: 'after',
    line: "{ name: 'Remarks', width: 200",
    text: "    { name: 'Priority', width: 80, editable: picked },\n",
  },
} as const satisfies Record<string, Edit>

const printed = {
  column: {
    heading,
    file: 'migrations/NNNN_dilution.sql',
    where: 'new',
    line: '',
    text: 'alter table work_items add column dilution text;\nalter table results add column dilution text;\n',
  },
  model: {
    heading,
    file: 'modules/testreports/printed/printed.model.ts',
    where: 'after',
    line: "  Comments: multiline('Comments', { maxLength: 4000 }),",
    text: "  Dilution: text('Dilution', { maxLength: 60 }),\n",
  },
  imported: {
    heading,
    file: 'modules/testreports/printed/printed.model.ts',
    where: 'instead of',
    line: "import { multiline, namesOf } from '../../../core/model.ts'",
    text: "import { multiline, namesOf, text } from '../../../core/model.ts'\n",
  },
} as const satisfies Record<string, Edit>

const copy = copyOfProject()
const run = (...args: string[]): Promise<string> => runIn(copy, ...args)
const files: Record<string, string> = {}
beforeAll(() => {
  for (const [name, edit] of Object.entries(edits)) files[name] = apply(copy, edit)
  for (const [name, edit] of Object.entries(printed)) files[`printed.${name}`] = apply(copy, edit)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const types = (side: 'server' | 'web') => run(bin('typescript-7/bin/tsc'), '-p', `tsconfig.${side}.json`)
let bothTyped: Promise<readonly string[]> | undefined
/** The copy with all its new fields, once. */
const typed = () => (bothTyped ??= Promise.all([types('server'), types('web')]))
const onScreens = () => run('tools/rules/shown-fields.ts')
const serverTest = (file: string, title: string) =>
  run(bin('vitest/vitest.mjs'), 'run', '--project', 'server', file, '-t', title)
/** A row is saved and read with every field, refused out of bounds, and told in the history. */
const rows = () => serverTest('server/read/grids.server.test.ts', 'sales.SaleProducts')
/** What is printed beside a value is on the sheet, kept, refused when too long, told in the history, printed and amended. */
const onPaper = (name: string) => serverTest('modules/testresults/printed.server.test.ts', name)
/** What is read of a record is there. */
const columns = () => serverTest('server/read/prepared.server.test.ts', 'a record of sales has every stored field')

/** What a check says while a text is missing in one of its files. */
const withoutText = async (name: string, text: string, check: () => Promise<string>): Promise<string> => {
  const file = path.join(copy, files[name] ?? '')
  const whole = readFileSync(file, 'utf8')
  writeFileSync(file, whole.replace(text, ''))
  try {
    return await check()
  } finally {
    writeFileSync(file, whole)
  }
}

const without = (name: keyof typeof edits, check: () => Promise<string>): Promise<string> =>
  withoutText(name, edits[name].text, check)

test('with three files a field of a sale line is typed, on its screen, saved, read, refused out of bounds and in the history', async () => {
  expect(Object.keys(edits)).toHaveLength(3)
  expect(await Promise.all([typed(), onScreens(), rows()])).toEqual([['', ''], '', ''])
}, 240_000)

test('forgotten in the model, on the screen or in the database the field is named by a check', async () => {
  expect(await without('model', () => types('web'))).toMatch(/products\.screen\.tsx.*[^]*Priority/)
  expect(await without('screen', onScreens)).toContain('sales.SaleProducts.Priority')
  expect(await without('column', columns)).toMatch(/column \S*priority does not exist/)
}, 240_000)

test('with two files a field printed beside a result is typed, shown, kept, refused, in the history, on paper and amended', async () => {
  expect(new Set(Object.keys(printed).map((name) => files[`printed.${name}`])).size).toBe(2)
  expect(await Promise.all([typed(), onPaper('Dilution of a result')])).toEqual([['', ''], ''])
}, 240_000)

test('forgotten in the database the printed field is named, with the table that lacks it', async () => {
  const columnless = () => onPaper('each is a column')
  const said = await withoutText('printed.column', printed.column.text, columnless)
  expect(said).toContain('work_items.dilution')
  expect(said).toContain('results.dilution')
}, 240_000)
