// Another network in the same database: its legal entity, lab, patient, administrator, and a sale, tube, worksheet,
// report and receipt of its own.
import type { App } from '../../start/app.ts'
import { sql } from '../db/db.ts'
import { addUser } from './add-user.ts'
import { entityType, role } from '../../core/user.ts'
import { paymentMode, saleStatus, sampleStatus } from '../../modules/lists/items.model.ts'
import { insertOf } from './rows.ts'

const haemoglobin = 3002

/** Their keys; the user is `rival`, in role 1. */
export type Strangers = Record<
  'EntityR' | 'LabR' | 'PatientR' | 'UserR' | 'InstitutionR' | 'SaleR' | 'TubeR' | 'ShipR' | 'SheetR' | 'ReceiptR',
  number
>
/** Adds them. The sale has a report like the others. */
export const addStrangers = (app: App): Promise<Strangers> =>
  app.db.transaction(async (tx) => {
    const made = async (text: ReturnType<typeof sql>): Promise<number> => (await tx.one<{ Id: number }>(text)).Id
    const client = (type: number, name: string, parent: number | null) =>
      made(insertOf('clients', { ClientTypeId: type, Name: name, ParentId: parent, IsActive: true }, 'client_id as id'))
    const entity = await client(entityType.LegalEntity, 'Rival Diagnostics', null)
    const lab = await client(entityType.Lab, 'Rival Laboratory', entity)
    const patient = await client(entityType.Patient, 'Secret Patient', entity)
    const institution = await client(entityType.Institution, 'Rival Hospital', lab)
    const doctor = await client(entityType.Doctor, 'Dr Rival', entity)
    const user = await addUser(tx, {
      user: 'rival',
      name: 'Rita Rival',
      role: role.Administrator,
      entity,
      employer: entity,
    })
    const sale = await made(
      insertOf(
        'sales',
        {
          SaleDate: sql`now()`,
          CollectionDate: sql`now()`,
          ReportDate: sql`now()`,
          PatientId: patient,
          PatientName: 'Secret Patient',
          ReferringDoctorId: doctor,
          SellerId: lab,
          BuyerId: patient,
          LRN: '1',
          StatusId: saleStatus.Booked,
        },
        'sale_id as id',
      ),
    )
    const tube = await made(sql`
      insert into
        samples (sale_id, specimen_id, barcode, owner_id, performing_lab_id)
      select
        ${sale},
        min(specimen_id),
        'RIV-01',
        ${lab},
        ${lab}
      from
        specimens
      returning
        sample_id as id
    `)
    const shipment = await made(
      insertOf('shipments', { ConsignorId: lab, ConsigneeId: entity, CourierId: lab }, 'shipment_id as id'),
    )
    await tx.run(
      insertOf('shipment_samples', {
        ShipmentId: shipment,
        SampleId: tube,
        StatusId: sampleStatus.Delivered,
      }),
    )
    await tx.run(insertOf('sale_products', { SaleId: sale, ProductId: haemoglobin, Price: 1, Amount: 1 }))
    const element = await made(sql`
      insert into
        sample_elements (sample_id, element_id)
      select
        ${tube},
        min(element_id)
      from
        elements
      returning
        sample_element_id as id
    `)
    await tx.run(sql`
      insert into
        work_items (sample_element_id, sale_id, element_id, lab_id, department_id)
      select
        x.sample_element_id,
        ${sale},
        x.element_id,
        ${lab},
        e.department_id
      from
        sample_elements x
        join elements e using (element_id)
      where
        x.sample_element_id = ${element}
    `)
    const sheet = await made(sql`
      insert into
        worksheets (user_id, lab_id, department_id)
      select
        ${user},
        ${lab},
        min(department_id)
      from
        departments
      returning
        work_sheet_id as id
    `)
    await tx.run(sql`
      insert into
        reports (sale_id, report_no, version, state, content, hash, created_by)
      select
        ${sale},
        'RIVAL',
        1,
        state,
        content,
        hash,
        ${user}
      from
        reports
      limit
        1
    `)
    const receipt = await made(
      insertOf(
        'transactions',
        { Date: sql`now()`, GiverId: patient, ReceiverId: lab, Amount: 1, PaymentModeId: paymentMode.Cash },
        'transaction_id as id',
      ),
    )
    return {
      EntityR: entity,
      LabR: lab,
      PatientR: patient,
      UserR: user,
      InstitutionR: institution,
      SaleR: sale,
      TubeR: tube,
      ShipR: shipment,
      SheetR: sheet,
      ReceiptR: receipt,
    }
  })
