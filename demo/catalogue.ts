// Loads the demo network and its catalogue: the organisations here, laboratory and sales masters from setup/catalogue.
import { sql, type Tx } from '../server/db/db.ts'
import { clientType } from '../modules/lists/items.model.ts'
import { countOn } from '../setup/catalogue/count-on.ts'
import { loadLaboratory } from '../setup/catalogue/laboratory.ts'
import { loadProducts } from '../setup/catalogue/products.ts'
import { insertAll, readCatalogue, type Row } from '../setup/catalogue/rows.ts'

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
  'CreditDays',
  'OpeningBalance',
  'RegistrationKey',
  'MaxDiscountForReferral',
  'IsActive',
  'ParentId',
  'LegalEntityId',
  'ConsigneeId',
  'UpiId',
]

/** Clients in order of their ids, so that parents come first; consignees after. */
const loadClients = async (tx: Tx, clients: Row[], firstDay: string): Promise<void> => {
  const data = clients.map((c): Row => ({
    ...c,
    EmailStatements: c['EmailStatements'] ?? false,
    EmailReports: c['EmailReports'] ?? false,
    GivesCare: c['GivesCare'] ?? false,
    AutoDispatch: c['AutoDispatch'] ?? false,
    CanRefer: c['CanRefer'] ?? c['ClientTypeId'] === clientType.Referrer,
    MobilePhone: c['MobilePhone'],
    BillPrefix: c['BillPrefix'] ?? (c['ClientTypeId'] === clientType.ExternalLab ? c['Code'] : null),
    ConsigneeId: c['ConsigneeId'] ?? null,
  }))
  await insertAll(
    tx,
    'clients',
    [...clientFields, 'EmailStatements', 'EmailReports', 'GivesCare', 'AutoDispatch', 'CanRefer'],
    data.sort((a, b) => Number(a['ClientId']) - Number(b['ClientId'])),
  )
  await tx.run(sql`
    update clients
    set
      row_version = 1,
      created_at = ${firstDay}::date
  `)
}

/** The whole catalogue. Price lists and schemes start before `firstDay`, the first day of demo work (yyyy-mm-dd). */
export const loadCatalogue = async (tx: Tx, firstDay: string): Promise<void> => {
  const c = await readCatalogue()
  await loadClients(tx, c.clients, firstDay)
  await loadLaboratory(tx, c)
  await loadProducts(tx, c, (day) => (day < firstDay ? day : firstDay))
  await countOn(tx)
}
