// The call to the patient about a recollection: who called, when, and whether the patient was reached.
import { sql } from '../../../server/db/db.ts'
import { actionOf } from '../../../server/module.ts'
import { refusedBy } from '../../../server/refusal.ts'
import { samples } from '../samples.model.ts'
import { callFields } from './recollection.model.ts'
import { mayHaveCalled, mayNoteCall } from './recollection.rules.ts'

export const noteCall = actionOf(samples, {
  name: 'call patient',
  permit: 'update',
  path: 'patientcalls/samples',
  summary: 'Note the call to a patient about a recollection',
  body: callFields,
  decide: mayNoteCall,
  run: async ({ tx, user, key, body }) => {
    const at = (body.CalledAt ? new Date(body.CalledAt) : new Date()).toISOString()
    const asked = await tx.one<{ createdAt: string }>(sql`
      select
        created_at
      from
        samples
      where
        sample_id = ${key}
    `)
    const decision = mayHaveCalled(at, asked.createdAt, new Date())
    if (!decision.ok) throw refusedBy(decision)
    await tx.run(sql`
      insert into
        recollection_calls (sample_id, called_at, called_by_id, is_reached, called_to, remarks)
      values
        (
          ${key},
          ${at},
          ${user.UserId},
          ${body.Outcome === 'reached'},
          ${body.CalledTo?.trim() || null},
          ${body.Remarks?.trim() || null}
        )
    `)
    return { message: body.Outcome === 'reached' ? 'The patient was reached' : 'The patient was not reached' }
  },
})
