// A name that the model does not have does not compile: each wrong name is tried, together with a right one.
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { models } from '../web/models.ts'

const top = path.resolve(import.meta.dirname, '..')
const optionsOf = (file: string): ts.CompilerOptions => {
  const read = ts.readConfigFile(path.join(top, file), (name) => ts.sys.readFile(name))
  return ts.parseJsonConfigFileContent(read.config, ts.sys, top).options
}

/** The compiler's errors for sources that exist only during this test: of each, by its name. */
const saidOf = <Name extends string>(config: string, sources: Readonly<Record<Name, string>>) => {
  const options = { ...optionsOf(config), incremental: false, tsBuildInfoFile: undefined }
  const texts = new Map(Object.entries<string>(sources).map(([name, text]) => [path.join(top, name), text]))
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = (name) => texts.has(name) || fileExists(name)
  host.readFile = (name) => texts.get(name) ?? readFile(name)
  const getSource = host.getSourceFile.bind(host)
  host.getSourceFile = (name, ...rest) => {
    const text = texts.get(name)
    return text === undefined ? getSource(name, ...rest) : ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  }
  const program = ts.createProgram([...texts.keys()], options, host)
  return (name: Name): string[] =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(path.join(top, name)))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

const screen = (jsx: string): string => `
  import { gridsOf } from '../../web/screen/grids-of.ts'
  import { screenOf } from '../../web/screen/screen-of.ts'
  import { sales } from './sales.model.ts'
  const { Field, useValue } = screenOf(sales)
  const { Grid } = gridsOf(sales)
  export const Tried = () => ${jsx}
  export const remarks = (): string | null | undefined => useValue('Remarks')
  void Grid
  void Field
`
const grid = (column: string): string =>
  screen(`<Grid name="SaleProducts" columns={[${column}]} card={() => ({ title: '' })} />`)

test('a field, a grid, a column and the type of a value that the model does not have do not compile on a screen', () => {
  const said = saidOf('tsconfig.web.json', {
    'modules/sales/right.tsx': screen('<Field name="Remarks" />'),
    'modules/sales/wrad.tsx': screen('<Field name="Wrad" />'),
    'modules/sales/columns.tsx': grid("{ name: 'Price' }, { view: 'Name', show: (row) => row.Product?.Name }"),
    'modules/sales/column.tsx': grid("{ name: 'Prize' }"),
    'modules/sales/shown.tsx': grid("{ view: 'Name', show: (row) => row.Product?.Nome }"),
    'modules/sales/rows.tsx': screen('<Grid name="Remarks" columns={[]} card={() => ({ title: null })} />'),
    'modules/sales/value.tsx': screen('null').replace('string | null | undefined', 'number'),
  })
  expect(said('modules/sales/right.tsx')).toEqual([])
  expect(said('modules/sales/columns.tsx')).toEqual([])
  expect(said('modules/sales/wrad.tsx')).toEqual([expect.stringContaining('Type \'"Wrad"\' is not assignable')])
  expect(said('modules/sales/column.tsx')[0]).toContain('"Prize"')
  expect(said('modules/sales/shown.tsx')[0]).toContain("Property 'Nome' does not exist")
  expect(said('modules/sales/rows.tsx')[0]).toContain('"Remarks"')
  expect(said('modules/sales/value.tsx')[0]).toContain("is not assignable to type 'number'")
}, 120_000)

const list = (filters: string, columns = ''): string => `
  import { sql } from '../../server/db/db.ts'
  import { like } from '../../server/read/conditions.ts'
  import { listOf } from '../../server/read/list.ts'
  import { departments } from './departments.model.ts'
  export const tried = listOf(departments, {
    from: 'departments d', alias: 'd', key: 'd.department_id', sort: 'Name', ${columns}names: '',
    filters: { Name: like('d.name'), Code: like('d.code'), ${filters} },
    scope: () => sql\`true\`,
  })
`
const served = (body: string): string => `
  import { moduleOf } from '../../server/module.ts'
  import { sql } from '../../server/db/db.ts'
  import { departments } from './departments.model.ts'
  export const tried = moduleOf(departments, {
    table: 'departments', alias: 'd', keyColumn: 'department_id', scope: () => sql\`true\`, read: () => sql\`\`,
    statements: [], ${body}
  })
`
const active = "IsActive: (value) => sql`d.is_active = ${value === 'true'}`"
test('a filter without SQL, one too many, and a field that a save does not have do not compile on the server', () => {
  const said = saidOf('tsconfig.server.json', {
    'modules/departments/right.ts': list(active),
    'modules/departments/missing.ts': list(''),
    'modules/departments/more.ts': list(`${active}, Floor: like('d.floor')`),
    'modules/departments/typed.ts': list('IsActive: (value) => sql`d.is_active = ${value === true}`'),
    'modules/departments/column.ts': list(active, "columns: { Parent: 'd.name' }, "),
    'modules/departments/saved.ts': served('save: async ({ record, key }) => (record.Name === null ? 0 : (key ?? 1))'),
    'modules/departments/floor.ts': served('save: async ({ record }) => Number(record.Floor)'),
    'modules/departments/code.ts': served('decide: { update: ({ Code }) => ({ ok: Code > 3 }) }'),
  })
  expect(said('modules/departments/right.ts')).toEqual([])
  expect(said('modules/departments/saved.ts')).toEqual([])
  expect(said('modules/departments/missing.ts')[0]).toContain("Property 'IsActive' is missing")
  expect(said('modules/departments/more.ts')[0]).toContain("'Floor' does not exist")
  expect(said('modules/departments/column.ts')[0]).toContain("'Parent' does not exist")
  expect(said('modules/departments/typed.ts')[0]).toContain('have no overlap')
  expect(said('modules/departments/floor.ts')[0]).toContain("Property 'Floor' does not exist")
  expect(said('modules/departments/code.ts').length).toBeGreaterThan(0)
}, 120_000)

const asked = (column: string): string => `
  import { useAnswer } from '../../web/api/cache.ts'
  import { salesToInvoice } from './answers/answers.model.ts'
  export const useNames = (): readonly string[] => (useAnswer(salesToInvoice).data ?? []).map((sale) => sale.${column})
`
test('a column that a statement does not answer, or may answer with null, does not compile on a screen', () => {
  const said = saidOf('tsconfig.web.json', {
    'modules/invoices/right.tsx': asked('Patient'),
    'modules/invoices/wrong.tsx': asked('Pateint'),
    'modules/invoices/empty.tsx': asked('Doctor'),
  })
  expect(said('modules/invoices/right.tsx')).toEqual([])
  expect(said('modules/invoices/wrong.tsx')[0]).toContain("Property 'Pateint' does not exist")
  expect(said('modules/invoices/empty.tsx')[0]).toContain("'string | null'")
}, 120_000)

const read = (path: string, column: string): string => `
  import { networkForTests } from '../server/testing/network.ts'
  const { admin } = networkForTests('admin')
  export const value = async () => (await admin.get('${path}')).body[0].${column}
`
test('a column that a list or a statement does not answer does not compile in a test', () => {
  const said = saidOf('tsconfig.server.json', {
    'proof/list.test.ts': read('/api/getdata/1014', 'ParentDepartment'),
    'proof/wrong-list.test.ts': read('/api/getdata/1014', 'Parent'),
    'proof/statement.test.ts': read('/api/getdata/112?SellerId=2', 'Patient'),
    'proof/wrong-statement.test.ts': read('/api/getdata/112?SellerId=2', 'Pateint'),
  })
  expect([...said('proof/list.test.ts'), ...said('proof/statement.test.ts')]).toEqual([])
  expect(said('proof/wrong-list.test.ts')[0]).toContain("Property 'Parent' does not exist")
  expect(said('proof/wrong-statement.test.ts')[0]).toContain("Property 'Pateint' does not exist")
}, 120_000)

const linked = (module: string): string => `
  import { recordPath, type RecordPath } from '../../core/record-path.ts'
  import type { ModuleId } from '../index.ts'
  export const id: ModuleId = 'sales'
  export const path = recordPath('${module}', { SaleId: 7 })
  export const written: RecordPath = '/${module}?SaleId=7'
`
test('a path to a record of a module without a screen does not compile, built or written', () => {
  const said = saidOf('tsconfig.server.json', {
    'modules/sales/linked.ts': linked('sales'),
    'modules/sales/unlinked.ts': linked('partyledger'),
    'modules/sales/unknown.ts': linked('sails'),
  })
  expect(said('modules/sales/linked.ts')).toEqual([])
  for (const one of ['unlinked', 'unknown'] as const)
    expect(said(`modules/sales/${one}.ts`)).toEqual([
      expect.stringContaining('is not assignable to parameter of type'),
      expect.stringMatching(/Type '"\/(partyledger|sails)\?SaleId=7"' is not assignable/),
    ])
}, 120_000)

test('a model is listed under its id, by which a browser finds its export', async () => {
  const listed = Object.entries(models)
  expect(listed.length).toBeGreaterThan(50)
  expect(listed.filter(([name, model]) => model?.id !== name).map(([name]) => name)).toEqual([])
  for (const [name] of listed) {
    const file: unknown = await import(`../modules/${name}/${name}.model.ts`)
    expect(file).toHaveProperty(name)
  }
})
