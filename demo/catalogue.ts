// Loads the demo network and its catalogue: one statement a table, from demo/catalogue.json (fictional; LOINC notice
// inside).
import { readFile } from 'node:fs/promises'
import { raw, sql, type Tx } from '../server/db/db.ts'
import { columnOf } from '../server/table/names.ts'
import { clientType } from '../modules/lists/items.model.ts'

type Row = Record<string, unknown>
export type Catalogue = Record<
  | 'departments'
  | 'specimens'
  | 'instruments'
  | 'labInstruments'
  | 'elements'
  | 'tests'
  | 'products'
  | 'clients'
  | 'priceLists'
  | 'referralSchemes',
  Row[]
>

export const readCatalogue = async (): Promise<Catalogue> =>
  JSON.parse(await readFile(new URL('./catalogue.json', import.meta.url), 'utf8')) as Catalogue

const rowsOf = (row: Row, name: string): Row[] => {
  const rows = row[name]
  return Array.isArray(rows) ? (rows as Row[]) : []
}

/** Inserts rows of plain fields with one statement; columns by the naming rule, types by the table. */
const insertAll = async (tx: Tx, table: string, fields: readonly string[], rows: readonly Row[]): Promise<void> => {
  if (rows.length === 0) return
  const columns = fields.map(columnOf)
  const data = rows.map((row): Row =>
    Object.fromEntries(fields.map((field, i) => [columns[i] ?? '', row[field] ?? null] as const)),
  )
  const list = raw(columns.join(', '))
  await tx.run(sql`
    insert into
      ${raw(table)} (${list})
    select
      ${list}
    from
      jsonb_populate_recordset(null::${raw(table)}, ${JSON.stringify(data)}::jsonb)
  `)
}
const sequences = async (tx: Tx): Promise<void> => {
  await tx.rows(sql`
    select
      setval(
        pg_get_serial_sequence(quote_ident(t.relname), a.attname),
        greatest(
          1000,
          (
            xpath(
              '/row/m/text()',
              query_to_xml(format('select coalesce(max(%I), 0) as m from %I', a.attname, t.relname), false, true, '')
            )
          ) [1]::text::int + 1
        )
      )
    from
      pg_class t
      join pg_attribute a on a.attrelid = t.oid
      and a.attidentity <> ''
      join pg_namespace n on n.oid = t.relnamespace
      and n.nspname = 'public'
    where
      t.relname in (
        'departments',
        'specimens',
        'instruments',
        'elements',
        'element_specimens',
        'element_measurements',
        'lab_instruments',
        'tests',
        'products',
        'clients',
        'price_lists',
        'referral_schemes'
      )
  `)
}

const clientFields = [
  'ClientId',
  'ClientTypeId',
  'Name',
  'NameAlias',
  'Area',
  'City',
  'State',
  'MobilePhone',
  'Email',
  'Code',
  'BillPrefix',
  'Specialization',
  'PaymentTypeId',
  'BillCycleId',
  'CreditLimit',
  'OpeningBalance',
  'RegistrationKey',
  'MaxDiscountForReferral',
  'IsActive',
  'ParentId',
  'LegalEntityId',
  'ConsigneeId',
]

/** Clients in order of their ids, so that parents come first; consignees after. */
const loadClients = async (tx: Tx, clients: Row[], firstDay: string): Promise<void> => {
  const data = clients.map((c): Row => ({
    ...c,
    EmailStatements: c['EmailStatements'] ?? false,
    EmailReports: c['EmailReports'] ?? false,
    AutoDispatch: c['AutoDispatch'] ?? false,
    CanRefer: c['CanRefer'] ?? c['ClientTypeId'] === clientType.Referrer,
    MobilePhone: c['MobilePhone'],
    BillPrefix: c['BillPrefix'] ?? (c['ClientTypeId'] === clientType.ExternalLab ? c['Code'] : null),
    ConsigneeId: c['ConsigneeId'] ?? null,
  }))
  await insertAll(
    tx,
    'clients',
    [...clientFields, 'EmailStatements', 'EmailReports', 'AutoDispatch', 'CanRefer'],
    data.sort((a, b) => Number(a['ClientId']) - Number(b['ClientId'])),
  )
  await tx.run(sql`
    update clients
    set
      row_version = 1,
      created_at = ${firstDay}::date
  `)
}

const loadLaboratory = async (tx: Tx, c: Catalogue): Promise<void> => {
  await insertAll(
    tx,
    'departments',
    ['DepartmentId', 'Name', 'Code', 'ParentDepartmentId', 'Sequence', 'IsActive', 'RowVersion'],
    c.departments.map((d, i) => ({ ...d, Sequence: i, IsActive: true, RowVersion: 1 })),
  )
  await insertAll(
    tx,
    'specimens',
    [
      'SpecimenId',
      'Name',
      'UnitOfMeasure',
      'Container',
      'CapColour',
      'Additive',
      'DefaultTemperatureId',
      'ContainerVolume',
      'IsActive',
      'RowVersion',
    ],
    c.specimens.map((s) => ({
      ...s,
      ContainerVolume: /tube/i.test(String(s['Container'])) ? 4 : 60,
      IsActive: true,
      RowVersion: 1,
    })),
  )
  await insertAll(
    tx,
    'instruments',
    ['InstrumentId', 'Name', 'Description', 'DepartmentId', 'PrintWorksheet', 'Interface', 'IsActive', 'RowVersion'],
    c.instruments.map((s) => ({ ...s, IsActive: true, RowVersion: 1 })),
  )
  const elements = c.elements.map((e): Row => ({
    ...e,
    PrintOnReport: e['PrintOnReport'] ?? true,
    AbnormalValues: Array.isArray(e['AbnormalValues'])
      ? (e['AbnormalValues'] as string[]).join('|')
      : (e['AbnormalValues'] ?? null),
    IsActive: true,
    RowVersion: 1,
  }))
  await insertAll(
    tx,
    'elements',
    [
      'ElementId',
      'Code',
      'Name',
      'Description',
      'UnitOfMeasure',
      'DepartmentId',
      'DecimalPlaces',
      'ReviewRequired',
      'ResultTypeId',
      'Formula',
      'Method',
      'Loinc',
      'Ucum',
      'AbnormalValues',
      'DeltaCheck',
      'SampleTimePoint',
      'PrintOnReport',
      'IsActive',
      'RowVersion',
    ],
    elements,
  )
  const within = (name: string) =>
    c.elements.flatMap((e) =>
      rowsOf(e, name).map((row, i): Row => ({
        ...row,
        ElementId: e['ElementId'],
        Sequence: i,
        HasImage: row['HasImage'] ?? false,
        EffectiveFrom: '-infinity',
        EffectiveTill: 'infinity',
      })),
    )
  await insertAll(
    tx,
    'element_specimens',
    ['ElementSpecimenId', 'ElementId', 'SpecimenId', 'MinVolume', 'StdVolume', 'TemperatureId', 'Sequence'],
    within('ElementSpecimens'),
  )
  await insertAll(
    tx,
    'element_measurements',
    [
      'ElementMeasurementId',
      'ElementId',
      'InstrumentId',
      'GenderId',
      'MinAge',
      'MaxAge',
      'MinAgeDays',
      'MaxAgeDays',
      'PrintableRange',
      'LowValue',
      'HighValue',
      'CriticallyLowValue',
      'CriticallyHighValue',
      'PossibleValues',
      'HasImage',
      'Sequence',
      'EffectiveFrom',
      'EffectiveTill',
    ],
    within('ElementMeasurements'),
  )
  await insertAll(
    tx,
    'lab_instruments',
    ['LabInstrumentId', 'LabId', 'InstrumentId', 'IsActive', 'RowVersion'],
    c.labInstruments.map((l) => ({ ...l, IsActive: true, RowVersion: 1 })),
  )
  await insertAll(
    tx,
    'lab_instrument_elements',
    ['LabInstrumentId', 'ElementId'],
    c.labInstruments.flatMap((l) =>
      (l['ElementIds'] as number[]).map((ElementId) => ({ LabInstrumentId: l['LabInstrumentId'], ElementId })),
    ),
  )
  await insertAll(
    tx,
    'tests',
    [
      'TestId',
      'Code',
      'Name',
      'Description',
      'DepartmentId',
      'RecipieCost',
      'SeqNo',
      'TatHours',
      'IsActive',
      'RowVersion',
    ],
    c.tests.map((t) => ({ ...t, RowVersion: 1 })),
  )
  await insertAll(
    tx,
    'test_elements',
    ['TestId', 'ElementId', 'Sequence'],
    c.tests.flatMap((t) =>
      (t['ElementIds'] as number[]).map((ElementId, Sequence) => ({ TestId: t['TestId'], ElementId, Sequence })),
    ),
  )
}

const loadProducts = async (tx: Tx, c: Catalogue, shift: (day: string) => string): Promise<void> => {
  await insertAll(
    tx,
    'products',
    [
      'ProductId',
      'Code',
      'Name',
      'Description',
      'OwnerId',
      'IsLocalProduct',
      'IsActive',
      'Mrp',
      'GenderId',
      'FastingRequired',
      'RowVersion',
    ],
    c.products.map((p) => ({ ...p, FastingRequired: p['FastingRequired'] ?? false, RowVersion: 1 })),
  )
  const many = (name: string, as: string) =>
    c.products.flatMap((p) =>
      ((p[name] ?? []) as number[]).map((id, Sequence): Row => ({ ProductId: p['ProductId'], [as]: id, Sequence })),
    )
  await insertAll(tx, 'product_groups', ['ProductId', 'ListItemId'], many('GroupIds', 'ListItemId'))
  await insertAll(tx, 'product_tests', ['ProductId', 'TestId', 'Sequence'], many('TestIds', 'TestId'))
  await insertAll(tx, 'sub_products', ['ProductId', 'SubProductId', 'Sequence'], many('SubProductIds', 'SubProductId'))
  await tx.run(sql`
    insert into
      product_labs (product_id, source_lab_id, destination_lab_id, mandate_lrn, sequence_number)
    select
      x.product_id,
      x.source_lab_id,
      x.destination_lab_id,
      x.mandate_lrn,
      x.sequence_number
    from
      jsonb_to_recordset(${JSON.stringify(
        c.products.flatMap((p) =>
          rowsOf(p, 'ProductLabs').map((l) => ({
            product_id: p['ProductId'],
            source_lab_id: l['SourceLabId'],
            destination_lab_id: l['DestinationLabId'],
            mandate_lrn: l['MandateLRN'],
            sequence_number: l['SequenceNumber'],
          })),
        ),
      )}::jsonb) as x (product_id int, source_lab_id int, destination_lab_id int, mandate_lrn text, sequence_number int)
  `)
  await insertAll(
    tx,
    'price_lists',
    ['PriceListId', 'EffectiveFromDate', 'SellerId', 'BuyerTypeId', 'BuyerId', 'RowVersion'],
    c.priceLists.map((p) => ({ ...p, EffectiveFromDate: shift(String(p['EffectiveFromDate'])), RowVersion: 1 })),
  )
  const grid = (rows: Row[], key: string, name: string) =>
    rows.flatMap((p) => rowsOf(p, name).map((line): Row => ({ ...line, [key]: p[key] })))
  await tx.run(sql`
    insert into
      price_list_products (price_list_id, product_id, price, discount)
    select
      x."PriceListId",
      x."ProductId",
      x."Price",
      coalesce(x."Discount", 0)
    from
      jsonb_to_recordset(${JSON.stringify(
        grid(c.priceLists, 'PriceListId', 'PriceListProducts'),
      )}::jsonb) as x ("PriceListId" int, "ProductId" int, "Price" numeric, "Discount" numeric)
  `)
  await insertAll(
    tx,
    'referral_schemes',
    ['ReferralSchemeId', 'EffectiveFromDate', 'SellerId', 'ReferrerId', 'RowVersion'],
    c.referralSchemes.map((p) => ({ ...p, EffectiveFromDate: shift(String(p['EffectiveFromDate'])), RowVersion: 1 })),
  )
  await tx.run(sql`
    insert into
      referral_scheme_products (referral_scheme_id, product_id, commission)
    select
      x."ReferralSchemeId",
      x."ProductId",
      x."Commission"
    from
      jsonb_to_recordset(${JSON.stringify(
        grid(c.referralSchemes, 'ReferralSchemeId', 'ReferralSchemeProducts'),
      )}::jsonb) as x ("ReferralSchemeId" int, "ProductId" int, "Commission" numeric)
  `)
}

/** The whole catalogue. Price lists and schemes start before `firstDay`, the first day of demo work (yyyy-mm-dd). */
export const loadCatalogue = async (tx: Tx, firstDay: string): Promise<void> => {
  const c = await readCatalogue()
  await loadClients(tx, c.clients, firstDay)
  await loadLaboratory(tx, c)
  await loadProducts(tx, c, (day) => (day < firstDay ? day : firstDay))
  await sequences(tx)
}
