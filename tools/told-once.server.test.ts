// A field of a sale line is declared once: three files give it to screen, table, history and refusal, and a check names the
// one in which it was forgotten.
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

const copy = copyOfProject()
const run = (...args: string[]): Promise<string> => runIn(copy, ...args)
const files: Record<string, string> = {}
beforeAll(() => {
  for (const [name, edit] of Object.entries(edits)) files[name] = apply(copy, edit)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const types = (side: 'server' | 'web') => run(bin('typescript-7/bin/tsc'), '-p', `tsconfig.${side}.json`)
const onScreens = () => run('tools/rules/shown-fields.ts')
const serverTest = (file: string, title: string) =>
  run(bin('vitest/vitest.mjs'), 'run', '--project', 'server', file, '-t', title)
/** A row is saved and read with every field, refused out of bounds, and told in the history. */
const rows = () => serverTest('server/read/grids.server.test.ts', 'sales.SaleProducts')
/** What is read of a record is there. */
const columns = () => serverTest('server/read/prepared.server.test.ts', 'a record of sales has every stored field')

/** What a check says while the field is missing in one of its files. */
const without = async (name: keyof typeof edits, check: () => Promise<string>): Promise<string> => {
  const file = path.join(copy, files[name] ?? '')
  const whole = readFileSync(file, 'utf8')
  writeFileSync(file, whole.replace(edits[name].text, ''))
  try {
    return await check()
  } finally {
    writeFileSync(file, whole)
  }
}

test('with three files a field of a sale line is typed, on its screen, saved, read, refused out of bounds and in the history', async () => {
  expect(Object.keys(edits)).toHaveLength(3)
  const said = await Promise.all([types('server'), types('web'), onScreens(), rows()])
  expect(said).toEqual(['', '', '', ''])
}, 120_000)

test('forgotten in the model, on the screen or in the database the field is named by a check', async () => {
  expect(await without('model', () => types('web'))).toMatch(/products\.screen\.tsx.*[^]*Priority/)
  expect(await without('screen', onScreens)).toContain('sales.SaleProducts.Priority')
  expect(await without('column', columns)).toMatch(/column \S*priority does not exist/)
}, 120_000)
