// Correct patient: for a report that was issued in another name. The sale gets the right patient, its results are
// judged for that patient, the report is amended.
import { yes } from '../../../core/refusal.ts'
import { sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { actionOf } from '../../../server/module.ts'
import { invalid, refusedBy } from '../../../server/refusal.ts'
import { statedIn } from '../../elements/draw.rules.ts'
import { correctionFields } from '../../sales/correction.model.ts'
import { ofPerson } from '../../testreports/amendment.server.ts'
import { seenFields } from '../../testreports/seen/seen.model.ts'
import { checkNewest } from '../../testreports/seen/seen.server.ts'
import { notBeforeBirth } from '../../samples/samples.rules.ts'
import { reasonOf, remarksOf } from '../entry/act.server.ts'
import { lockWork } from '../entry/bench.server.ts'
import { rowsOfSales } from '../entry/rows.server.ts'
import { asWorkItem } from '../judging/entry.rules.ts'
import { patientCorrected } from '../../testreports/answers/answers.model.ts'
import { testresults, type ResultRow } from '../testresults.model.ts'
import { mayCorrectPatient } from '../signatory.rules.ts'
import { takeOffPrevious } from './printed-previous.server.ts'
import { changeSale, judgeOut, reissue, saleOf, signersOf } from './reissue.server.ts'

const body = { ...correctionFields, ...seenFields }

type Patient = { ClientId: number; Name: string; BirthDate: string | null }
const patientOf = (tx: Tx, patientId: number): Promise<Patient> =>
  tx.one(sql`
    select
      client.client_id,
      client.name,
      client.birth_date
    from
      clients client
    where
      client.client_id = ${patientId}
  `)

/** When the sale was first reported: its values are nobody's previous result before. */
const firstIssued = (saleId: number): Sql => sql`
  select
    min(report.created_at)
  from
    reports report
  where
    report.sale_id = ${saleId}
`

/** No tube was collected before the patient's birth. @throws 422 */
const checkBorn = (rows: readonly ResultRow[], { BirthDate }: Patient): void => {
  for (const { CollectionDate } of rows) {
    const decision = CollectionDate === null ? yes : notBeforeBirth(CollectionDate, { BirthDate })
    if (!decision.ok) throw refusedBy({ ...decision, at: 'PatientId' })
  }
}

export const correctPatient = actionOf(testresults, {
  name: 'correct patient',
  permit: 'amend',
  ...patientCorrected,
  keyField: 'SaleId',
  body,
  summary: 'Correct the patient of a sale whose report is out, and amend the report',
  run: async ({ tx, user, key, body: sent }) => {
    const saleId = key
    const [ReasonId, Remarks] = [reasonOf(sent), remarksOf(sent)]
    if (Remarks === null) throw invalid({ Remarks: ['Remarks are required'] })
    const patient = await patientOf(tx, Number(sent.PatientId))
    await lockWork(tx, [saleId])
    await checkNewest(tx, saleId, sent)
    const [sale, before] = [await saleOf(tx, saleId), await rowsOfSales(tx, [saleId])]
    const decision = mayCorrectPatient(
      {
        items: before.map(asWorkItem),
        isSame: sale.PatientId === patient.ClientId,
        ReasonId,
        signatories: await signersOf(tx, user, before),
      },
      user,
    )
    if (!decision.ok) throw refusedBy(decision)
    checkBorn(before, patient)
    const why = { action: 'correct patient', ReasonId, Remarks }
    await changeSale(tx, user, sale, { PatientId: patient.ClientId, ...statedIn(sent) }, why)
    const rows = await rowsOfSales(tx, [saleId])
    const corrected = await reissue(tx, user, saleId, why, {
      done: 'The patient is corrected',
      subject: 'Patient corrected',
      patient: patient.Name,
      // the report does not reveal the other patient's name
      Changes: [{ What: ofPerson.patient, Was: 'issued in another name', Is: patient.Name }],
      rows,
      anew: await judgeOut(tx, user, rows, why),
    })
    if (sale.PatientId !== null)
      await takeOffPrevious(
        tx,
        user,
        { moved: sql`moved.sale_id = ${saleId}`, target: sale.PatientId, since: firstIssued(saleId) },
        { why, patient: before[0]?.Patient ?? '', then: 'correct the patient' },
      )
    return corrected
  },
})
