// Who was informed that a report is amended or withdrawn: logged by those who telephoned, and read with its letters.
import { formatDateTime } from '../../../core/dates.ts'
import { must } from '../../../core/refusal.ts'
import { isStaff } from '../../../core/user.ts'
import { sql } from '../../../server/db/db.ts'
import { actionOf } from '../../../server/module.ts'
import { refused } from '../../../server/refusal.ts'
import { informed } from '../answers/answers.model.ts'
import { testreports } from '../testreports.model.ts'
import { tellingFields } from './told.model.ts'

/** One who was informed of a version, by telephone or by the letter that brought it. */
export type Told = {
  readonly Version: number
  readonly To: string
  readonly How: string
  readonly At: string
  readonly By: string | null
}

/** Those who were informed of the versions of the `report`. */
export const toldOfReport = sql`
  (
    select
      coalesce(
        json_agg(
          json_build_object('Version', x.version, 'To', x.told_to, 'How', x.how, 'At', x.told_at, 'By', x.told_by)
          order by
            x.told_at
        ),
        '[]'
      )
    from
      (
        select
          version.version,
          telling.told_to,
          telling.how,
          telling.told_at,
          teller.full_name as told_by
        from
          reports version
          join report_tellings telling on telling.report_id = version.report_id
          join users teller on teller.user_id = telling.told_by_id
        where
          version.report_no = report.report_no
        union all
        select
          version.version,
          client.name,
          'e-mail',
          letter.ended_at,
          null
        from
          reports version
          join report_letters letter on letter.report_id = version.report_id
          join clients client on client.client_id = letter.client_id
        where
          version.report_no = report.report_no
          and letter.state = 'sent'
      ) x
  )
`

/** As the paper says it: `Dr Sawant, telephone, 25-Nov-2026 09:10 PM`; null without an entry. */
export const informedOf = (told: readonly Told[]): string | null =>
  told.map(({ To, How, At }) => [To, How, formatDateTime(At)].join(', ')).join('; ') || null

/** Logs who was informed of the newest version. */
export const logTold = actionOf(testreports, {
  name: 'told',
  permit: 'read',
  ...informed,
  summary: 'Log who was informed that a report is amended or withdrawn',
  body: tellingFields,
  decide: (_, user) => must(isStaff(user), 'Only the laboratory says who was informed'),
  run: async ({ tx, user, key, body: { To, How, Remarks } }) => {
    const newest = await tx.maybe<{ ReportId: number; IsAmended: boolean }>(sql`
      select
        report.report_id,
        report.state in ('AMENDED', 'WITHDRAWN') as is_amended
      from
        reports report
      where
        report.sale_id = ${key}
      order by
        report.version desc
      limit
        1
    `)
    if (!newest?.IsAmended) throw refused('This report is neither amended nor withdrawn')
    await tx.run(sql`
      insert into
        report_tellings (report_id, told_to, how, told_by_id, remarks)
      values
        (
          ${newest.ReportId},
          ${To},
          ${How},
          ${user.UserId},
          ${Remarks?.trim() || null}
        )
    `)
    return { message: `It is noted that ${To} was informed` }
  },
})
