// The call to the patient whose tube is to be drawn again: who called, when, and whether they were reached.
import { boolean, datetime, text } from '../../../core/model.ts'
import { sql } from '../../../server/db/db.ts'
import { actionOf } from '../../../server/module.ts'
import { refusedBy } from '../../../server/refusal.ts'
import { samples } from '../samples.model.ts'
import { mayHaveCalled, mayNoteCall } from './recollection.rules.ts'

export const noteCall = actionOf(samples, {
  name: 'call patient',
  permit: 'update',
  path: 'patientcalls/samples',
  summary: 'Note the call to a patient whose tube is to be drawn again',
  body: {
    IsReached: boolean('Reached', { required: 'Say whether the patient was reached' }),
    CalledTo: text('Spoken to', { maxLength: 120 }),
    CalledAt: datetime('At'),
    Remarks: text('Remarks', { maxLength: 500 }),
  },
  decide: mayNoteCall,
  run: async ({ tx, user, key, body }) => {
    const at = (body.CalledAt ? new Date(body.CalledAt) : new Date()).toISOString()
    const asked = await tx.one<{ created_at: string }>(sql`
      select
        created_at
      from
        samples
      where
        sample_id = ${key}
    `)
    const decision = mayHaveCalled(at, asked.created_at, new Date())
    if (!decision.ok) throw refusedBy(decision)
    await tx.run(sql`
      insert into
        recollection_calls (sample_id, called_at, called_by_id, is_reached, called_to, remarks)
      values
        (
          ${key},
          ${at},
          ${user.UserId},
          ${body.IsReached === true},
          ${body.CalledTo?.trim() || null},
          ${body.Remarks?.trim() || null}
        )
    `)
    return { message: body.IsReached === true ? 'The patient was reached' : 'The patient was not reached' }
  },
})
